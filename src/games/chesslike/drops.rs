//! Pieces in hand, and drops.

use super::check::CheckInfo;
use super::engine::Engine;
use super::kinds::{Kind, MAX_KINDS};
use super::legal_moves::{MoveSet, MoveSetKind};
use super::movement::MovementClass;
use super::pieces::{Piece, Pieces};
use super::state::State;
use super::tables::cell_set;
use super::variant_spec::{DropSpec, HandSpec, VariantSpec};
use crate::board::{Bitboard, Bitboard256, Cell, NO_CELL};
use crate::game::Seat;
use std::ops::ControlFlow::{self, Continue};

/// The largest number of kinds in a hand.
pub const MAX_HAND_KINDS: usize = 8;

/// The number of pieces in hand, by kind in hand.
pub type HandCounts = [u8; MAX_HAND_KINDS];

/// The kinds that can be in hand.
#[derive(Clone, Debug, Default)]
pub struct Hand {
    pub kinds: Vec<Kind>,
    /// By kind in hand, the largest number of pieces.
    pub limits: Vec<u8>,
    /// By seat, the number of pieces in hand at the start.
    pub start: [HandCounts; 2],
    /// By kind of a captured piece, the kind in hand that it becomes, or [`MAX_HAND_KINDS`].
    slots: [u8; MAX_KINDS],
}

/// How a seat drops the pieces of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DropRule {
    pub cells: Bitboard256,
    /// By cell, the cells on which no other piece of the kind can be dropped. Empty if there is no such rule.
    lines: Vec<Bitboard256>,
    mates: bool,
}

impl DropRule {
    /// Returns the rule with its cells mapped.
    pub fn mapped(&self, new_cell: impl Fn(Cell) -> Cell) -> DropRule {
        let new_cells = |set: Bitboard256| {
            set.cells().fold(Bitboard256::EMPTY, |all, cell| all | Bitboard256::one(new_cell(cell)))
        };
        let mut lines = vec![Bitboard256::EMPTY; self.lines.len()];
        (0..).zip(&self.lines).for_each(|(cell, &line)| lines[usize::from(new_cell(cell))] = new_cells(line));
        DropRule { cells: new_cells(self.cells), lines, mates: self.mates }
    }

    /// Whether a piece can be dropped on a cell that is empty.
    pub fn has(&self, cell: Cell) -> bool {
        self.cells.has(cell)
    }
}

impl Hand {
    /// Builds the hand of a game.
    pub fn new(spec: &VariantSpec) -> Hand {
        let Some(HandSpec { kinds, keeps_captures, start }) = &spec.hand else { return Hand::default() };
        let base = |kind: usize| spec.kinds.get(kind).map_or(kind, |spec| spec.base.index());
        let count = |kind: Kind| {
            let on_board = spec.start.iter().filter(|piece| base(piece.2.index()) == kind.index()).count();
            let slot = kinds.iter().position(|&other| other == kind).unwrap_or(0);
            let in_hand: usize = start.iter().map(|hand| usize::from(hand[slot])).sum();
            (on_board + in_hand).min(u8::MAX.into()) as u8
        };
        let slot = |kind: usize| {
            let slot = kinds.iter().position(|other| other.index() == base(kind)).filter(|_| *keeps_captures);
            slot.unwrap_or(MAX_HAND_KINDS) as u8
        };
        Hand {
            limits: kinds.iter().map(|&kind| count(kind)).collect(),
            start: [0, 1]
                .map(|seat: usize| std::array::from_fn(|slot| start[seat].get(slot).copied().unwrap_or(0))),
            kinds: kinds.clone(),
            slots: std::array::from_fn(slot),
        }
    }

    /// Adds a captured piece.
    #[inline]
    pub fn take(&self, counts: &mut HandCounts, captured: Piece) {
        let slot = self.slots.get(captured.kind().index()).copied().unwrap_or(MAX_HAND_KINDS as u8);
        if let Some(count) = counts.get_mut(usize::from(slot)) {
            *count = count.saturating_add(1);
        }
    }

    /// Returns the kind that comes to the hand when a piece is captured, if one does.
    pub fn taken(&self, captured: Piece) -> Option<Kind> {
        let slot = *self.slots.get(captured.kind().index())?;
        self.kinds.get(usize::from(slot)).copied()
    }

    /// Returns the index of a kind in hand.
    pub fn slot(&self, kind: Kind) -> Option<usize> {
        self.kinds.iter().position(|&other| other == kind)
    }
}

impl Engine {
    /// Builds the rules of drops of a seat, by kind in hand.
    pub(super) fn drops(&self, seat: Seat, specs: &[DropSpec]) -> Vec<DropRule> {
        let drop = |(&kind, spec): (&Kind, &DropSpec)| {
            let piece = Piece::new(seat, kind);
            let last = self.seat_tables(seat).promotion_cells.only_if(self.is_pawn(piece));
            let barred = if spec.is_listed { Bitboard256::EMPTY } else { last | self.dead_ends(piece) };
            DropRule {
                cells: cell_set(&spec.cells) & !barred,
                lines: spec.lines.iter().map(|cells| cell_set(cells)).collect(),
                mates: spec.mates,
            }
        };
        self.hand.kinds.iter().zip(specs).map(drop).collect()
    }

    /// Visits the legal drops of a seat.
    #[cold]
    #[inline(never)]
    pub fn each_drop(
        &self,
        state: &State,
        seat: Seat,
        check_info: &CheckInfo,
        visit: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let pieces = &state.pieces;
        let open = check_info.targets & !pieces.occupied();
        let hand = &state.hands[seat.index() % state.hands.len()];
        let drops = self.hand.kinds.iter().zip(&self.seat_tables(seat).drops);
        for ((&kind, drop), _) in drops.zip(hand).filter(|(_, count)| **count > 0) {
            let mut to = drop.cells & open;
            if !drop.lines.is_empty() {
                let alike = pieces.of_seat(seat) & pieces.of_kind(kind);
                alike.each(|cell| to = to & !drop.lines[usize::from(cell)]);
            }
            let piece = Piece::new(seat, kind);
            if check_info.must_try {
                to = (to & !check_info.tried) | self.tried_drops(pieces, piece, to & check_info.tried);
            }
            if !drop.mates {
                to = to & !self.mating_drops(state, piece, to);
            }
            if !to.is_empty() {
                visit(MoveSet { kind: MoveSetKind::Drop(kind), ..MoveSet::plain(NO_CELL, to) })?;
            }
        }
        Continue(())
    }

    /// Returns the cells on which a dropped piece leaves its king out of check, by trying them.
    #[cold]
    fn tried_drops(&self, pieces: &Pieces, piece: Piece, to: Bitboard256) -> Bitboard256 {
        let is_allowed = |&cell: &Cell| {
            let mut after = pieces.clone();
            after.put(self, cell, piece);
            self.is_allowed(&after, piece.seat())
        };
        to.cells().filter(is_allowed).fold(Bitboard256::EMPTY, |all, cell| all | Bitboard256::one(cell))
    }

    /// Returns the cells on which a dropped piece mates.
    fn mating_drops(&self, state: &State, piece: Piece, to: Bitboard256) -> Bitboard256 {
        let (seat, enemy) = (piece.seat(), piece.seat().other());
        let (king, movement) = (state.pieces.king(enemy), self.movement(piece));
        let to = match movement.class {
            _ if king == NO_CELL => Bitboard256::EMPTY,
            MovementClass::Leaper | MovementClass::Pawn => to & movement.leapers[usize::from(king)],
            _ => to,
        };
        let mates = |&cell: &Cell| {
            let mut after = state.clone();
            after.pieces.put(self, cell, piece);
            let slot = self.hand.slot(piece.kind()).unwrap_or(0);
            after.hands[seat.index() % 2][slot] -= 1;
            self.is_checkmated(&after, enemy)
        };
        to.cells().filter(mates).fold(Bitboard256::EMPTY, |all, cell| all | Bitboard256::one(cell))
    }
}
