//! Promotions that are chosen freely: optional ones, those of several kinds to kinds of their own, and those
//! to captured kinds only.
//!
//! The other promotions, in which all pawns of a seat must promote on the same cells to the same kinds, are
//! part of the legal steps of pawns.

use super::engine::Engine;
use super::kinds::Kind;
use super::legal_moves::{MoveSet, MoveSetKind};
use super::pieces::{Piece, Pieces};
use super::tables::cell_set;
use super::variant_spec::PromotionSpec;
use crate::board::{Bitboard, Bitboard256, Cell};
use crate::game::Seat;

/// The promotion of the pieces of a seat and kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// The kinds to which it promotes.
    pub to: Vec<Kind>,
    /// The cells on which it can promote on arrival, and those from which any of its moves can.
    pub arriving: Bitboard256,
    pub leaving: Bitboard256,
    /// The cells on which it must promote on arrival.
    pub forced: Bitboard256,
    /// Whether moves that can promote need not.
    optional: bool,
    /// By kind in `to`, the number of pieces of the seat below which it can be chosen.
    limits: Vec<u8>,
}

impl Promotion {
    /// Returns the promotion with its cells mapped.
    pub fn mapped(&self, new_cells: impl Fn(Bitboard256) -> Bitboard256) -> Promotion {
        Promotion {
            arriving: new_cells(self.arriving),
            leaving: new_cells(self.leaving),
            forced: new_cells(self.forced),
            ..self.clone()
        }
    }
}

impl Engine {
    /// Builds the promotions of a seat, by kind. `start` counts its pieces by kind.
    pub(super) fn promotions(
        &self,
        seat: Seat,
        specs: &[Option<PromotionSpec>],
        start: &[u8],
    ) -> Vec<Option<Promotion>> {
        let promotion = |(number, spec): (u8, &Option<PromotionSpec>)| {
            let spec = spec.as_ref()?;
            let arriving = cell_set(&spec.cells);
            let piece = Piece::new(seat, Kind::new(number));
            let limit = |kind: &Kind| if spec.captured_only { start[kind.index()] } else { u8::MAX };
            Some(Promotion {
                limits: spec.to.iter().map(limit).collect(),
                to: spec.to.clone(),
                optional: spec.optional,
                arriving,
                leaving: if spec.leaving { arriving } else { Bitboard256::EMPTY },
                forced: if spec.optional { arriving & self.dead_ends(piece) } else { arriving },
            })
        };
        (0..).zip(specs).map(promotion).collect()
    }

    /// Returns the cells from which a piece could never move.
    pub(super) fn dead_ends(&self, piece: Piece) -> Bitboard256 {
        let is_dead =
            |&cell: &Cell| self.targets_when_alone(piece, cell).iter().all(|cells| cells.is_empty());
        self.board.cells().filter(is_dead).fold(Bitboard256::EMPTY, |all, cell| all | Bitboard256::one(cell))
    }

    /// Returns the free promotion of a piece, if it has one.
    #[inline]
    pub fn promotion_of(&self, piece: Piece) -> Option<&Promotion> {
        self.all_seat_tables.get(piece.seat().index())?.promotions.get(piece.kind().index())?.as_ref()
    }

    /// Whether a piece can promote now to the kind with this index.
    fn can_choose(&self, pieces: &Pieces, seat: Seat, promotion: &Promotion, index: usize) -> bool {
        let limit = promotion.limits[index];
        limit == u8::MAX || {
            let alike = pieces.of_seat(seat) & pieces.of_kind(promotion.to[index]);
            alike.count() < usize::from(limit)
        }
    }

    /// Returns the cells on which a piece can arrive: not those on which it must promote and cannot.
    #[cold]
    #[inline(never)]
    pub fn without_blocked_promotions(&self, pieces: &Pieces, from: Cell, to: Bitboard256) -> Bitboard256 {
        let piece = pieces.piece_at(from);
        let Some(promotion) = self.promotion_of(piece) else { return to };
        let mut kinds = 0..promotion.to.len();
        let blocked = to & promotion.forced;
        if blocked.is_empty() || kinds.any(|kind| self.can_choose(pieces, piece.seat(), promotion, kind)) {
            to
        } else {
            to & !promotion.forced
        }
    }

    /// Visits the steps of a set without promotion, and those with each promotion.
    #[cold]
    #[inline(never)]
    pub fn each_promotion(&self, pieces: &Pieces, set: MoveSet, visit: &mut impl FnMut(MoveSet)) {
        let moves = matches!(set.kind, MoveSetKind::Piece | MoveSetKind::Pawn);
        let piece = pieces.piece_at(set.from);
        let Some(promotion) = self.promotion_of(piece).filter(|_| moves) else { return visit(set) };
        let leaves = promotion.leaving.has(set.from);
        let plain = set.targets & !promotion.forced;
        if !plain.is_empty() && (promotion.optional || !leaves) {
            visit(MoveSet { targets: plain, ..set });
        }
        let targets = if leaves { set.targets } else { set.targets & promotion.arriving };
        if targets.is_empty() {
            return;
        }
        for (index, &kind) in promotion.to.iter().enumerate() {
            if self.can_choose(pieces, piece.seat(), promotion, index) {
                visit(MoveSet { targets, kind: MoveSetKind::Promotion(kind), ..set });
            }
        }
    }
}
