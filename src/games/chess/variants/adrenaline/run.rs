//! The extra moves of a piece (Adrenaline A3): one cell in any direction.

use crate::board::Cell;
use crate::game::Mask;
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells, nth, own_rank};
use crate::games::chess::kit::legal_moves::{LegalMoves, Numbering};
use crate::games::chess::kit::lines::KING_ATTACKS;
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::step::{MoveKind, Step, UciMove, is_last_rank};

/// The arrivals of one piece, and those of them on which it promotes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Run {
    from: Cell,
    plain: Bitboard,
    promoting: Bitboard,
}

/// The extra move that `named` means for the piece of the seat to act on a cell. It need not be legal.
pub fn find_step(position: &Position, runner: Cell, named: UciMove) -> Option<Step> {
    let UciMove { from, to, promotion } = named;
    let kind = position.pieces.kind_at(from).filter(|_| from == runner)?;
    let promotes = kind == Kind::Pawn && is_last_rank(position.seat, to);
    match promotion {
        Some(kind) => promotes.then(|| Step::new(from, to, MoveKind::Promotion(kind))),
        None => (!promotes).then(|| Step::new(from, to, MoveKind::Normal(kind))),
    }
}

impl Run {
    /// The extra moves of the piece on `from` for which `keep` holds: what a pawn becomes makes no
    /// difference.
    #[inline(always)]
    pub fn of(position: &Position, from: Cell, keep: impl Fn(Step) -> bool) -> Run {
        let (pieces, seat) = (&position.pieces, position.seat);
        let last = if pieces.kind(Kind::Pawn) & bit(from) != 0 { own_rank(seat, 8) } else { 0 };
        let targets = KING_ATTACKS[(from & 63) as usize] & !pieces.side(seat) & !pieces.kind(Kind::King);
        let all = Run { from, plain: targets & !last, promoting: targets & last };
        let mut kept = Run { from, ..Run::default() };
        for cell in cells(targets) {
            if keep(all.step(position, cell, Kind::Queen)) {
                kept.plain |= bit(cell) & all.plain;
                kept.promoting |= bit(cell) & all.promoting;
            }
        }
        kept
    }

    #[inline(always)]
    fn step(&self, position: &Position, to: Cell, promoted: Kind) -> Step {
        let promotes = self.promoting & bit(to) != 0;
        let move_kind = if promotes {
            MoveKind::Promotion(promoted)
        } else {
            MoveKind::Normal(position.pieces.non_pawn_at(self.from))
        };
        Step::new(self.from, to, move_kind)
    }
}

impl LegalMoves for Run {
    #[inline(always)]
    fn count(&self) -> usize {
        (self.plain.count_ones() + 4 * self.promoting.count_ones()) as usize
    }

    #[inline(always)]
    fn pick(&self, position: &Position, index: usize) -> Option<Step> {
        let (index, plain) = (index as u32, self.plain.count_ones());
        Some(match index.checked_sub(plain) {
            None => self.step(position, nth(self.plain, index), Kind::Queen),
            Some(index) => {
                self.step(position, nth(self.promoting, index / 4), Kind::PROMOTED[index as usize % 4])
            }
        })
    }

    fn each(&self, position: &Position, mut visit: impl FnMut(Step)) {
        cells(self.plain).for_each(|cell| visit(self.step(position, cell, Kind::Queen)));
        for cell in cells(self.promoting) {
            Kind::PROMOTED.into_iter().for_each(|kind| visit(self.step(position, cell, kind)));
        }
    }

    fn contains(&self, _position: &Position, step: Step) -> bool {
        let arrivals = match step.move_kind() {
            MoveKind::Promotion(_) => self.promoting,
            MoveKind::Choice => 0,
            _ => self.plain,
        };
        step.from() == self.from && arrivals & bit(step.to()) != 0
    }

    #[inline(always)]
    fn mark(
        &self,
        position: &Position,
        _numbering: &Numbering,
        action: impl Fn(Step) -> usize,
        mask: &mut Mask,
    ) {
        self.each(position, |step| mask.add(action(step)));
    }
}
