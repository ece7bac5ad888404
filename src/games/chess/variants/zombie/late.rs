//! Pawns that stand on their last rank, and become something else as they move from there (Zombie Z7): each
//! goes as a queen, or where it can as a rook, bishop or knight, and says so.

use crate::board::Cell;
use crate::game::{Frame, Mask, Perspective, Seat, never_legal};
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells, nth};
use crate::games::chess::kit::legal_moves::{LegalMoves, Numbering};
use crate::games::chess::kit::lines::{LEAPS, fill, nearest};
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::position::Position;
use crate::games::chess::kit::step::{MoveKind, Step, is_last_rank};
use crate::games::chess::kit::{action_text, numbering};

/// The steps of such pawns: the arrivals in each direction, which stand for two steps each, and those by each
/// hop.
#[derive(Clone, Copy, Debug, Default)]
pub struct Late {
    slides: [Bitboard; 8],
    hops: [Bitboard; 8],
}

/// What else than a queen goes in a direction.
#[inline(always)]
pub const fn lesser(direction: usize) -> Kind {
    if direction.is_multiple_of(2) { Kind::Rook } else { Kind::Bishop }
}

/// Whether the piece that `step` names is such a pawn.
#[inline(always)]
pub fn is_late(position: &Position, from: Cell) -> bool {
    is_last_rank(position.seat, from) && position.pieces.of(position.seat, Kind::Pawn) & bit(from) != 0
}

impl Late {
    /// Adds the steps of `pawns`, onto cells of `targets` only.
    pub fn add(&mut self, position: &Position, pawns: Bitboard, targets: Bitboard) {
        let sliding = fill(pawns, pawns, !position.pieces.occupied());
        for (set, reached) in self.slides.iter_mut().zip(sliding) {
            *set |= reached & targets;
        }
        for (set, leap) in self.hops.iter_mut().zip(LEAPS) {
            *set |= leap.of(pawns) & targets;
        }
    }

    /// Keeps the steps for which `keep` holds: what a pawn becomes makes no difference.
    pub fn retain(&mut self, position: &Position, mut keep: impl FnMut(Step) -> bool) {
        for way in 0..16 {
            let arrivals = self.arrivals(way);
            let kept = cells(arrivals).filter(|&cell| keep(Self::step(position, way, cell, Kind::Queen)));
            let kept = kept.fold(0, |all, cell| all | bit(cell));
            *(if way < 8 { &mut self.slides[way] } else { &mut self.hops[way - 8] }) = kept;
        }
    }

    #[inline(always)]
    fn arrivals(&self, way: usize) -> Bitboard {
        if way < 8 { self.slides[way] } else { self.hops[way - 8] }
    }

    fn step(position: &Position, way: usize, cell: Cell, kind: Kind) -> Step {
        let from = match way.checked_sub(8) {
            None => nearest(way ^ 4, cell, position.pieces.occupied()),
            Some(hop) => LEAPS[hop].back(cell),
        };
        Step::new(from, cell, MoveKind::Promotion(kind))
    }
}

/// The actions of promotions to rooks and bishops: by direction and cell of arrival. (Those to queens and
/// knights have the numbers of plain steps.)
pub const ACTIONS: usize = 8 * 64;

/// Returns the action of a step of either seat.
pub fn action(numbering: &Numbering, position: &Position, step: Step) -> usize {
    let MoveKind::Promotion(kind) = step.move_kind() else { return numbering.action(step) };
    if !is_late(position, step.from()) {
        return numbering.action(step);
    }
    let plain = numbering.action(Step::new(step.from(), step.to(), MoveKind::Normal(Kind::Queen)));
    if matches!(kind, Kind::Rook | Kind::Bishop) { numbering.own() + plain } else { plain }
}

/// The step that an action means.
pub fn find_step(numbering: &Numbering, position: &Position, action: usize) -> Option<Step> {
    let own = action.checked_sub(numbering.own());
    if own.is_some_and(|own| own >= ACTIONS) {
        return None;
    }
    let plain = own.unwrap_or(action);
    let step = numbering.step(position, plain)?;
    let late = step.move_kind() != MoveKind::Choice && is_late(position, step.from());
    match (own, late) {
        (None, false) => Some(step),
        (Some(_), false) => None,
        (own, true) => {
            let way = plain / 64;
            let kind = match own {
                // Ways keep being straight or diagonal on the board of either seat.
                Some(_) => lesser(way),
                None if way < 8 => Kind::Queen,
                None => Kind::Knight,
            };
            Some(Step::new(step.from(), step.to(), MoveKind::Promotion(kind)))
        }
    }
}

/// What an action means in words, counted from the first of these: no pawn goes on ahead from its last rank.
pub fn describe(own: usize, seen: &Perspective) -> String {
    let (way, to) = (own / 64 % 8, (own % 64) as Cell);
    let there = action_text::cell(seen, to);
    let black = |seat: Seat| numbering::is_mirrored(Frame::Seat, seat);
    let ahead = |seat: Seat| match seen.frame() == Frame::Board && black(seat) {
        true => [3, 4, 5].contains(&way),
        false => [0, 1, 7].contains(&way),
    };
    if seen.possible_seats().all(ahead) {
        return never_legal(&format!(
            "a pawn would {} to {there} from its last rank",
            action_text::going(way)
        ));
    }
    let words = action_text::arrival(false, way, to, &there);
    format!("{words} with a pawn from its last rank, as a {}", lesser(way).name())
}

/// Where an action goes in the mirror, counted from the first of these.
pub fn mirrored(own: usize) -> usize {
    numbering::mirrored(own)
}

impl LegalMoves for Late {
    #[inline(always)]
    fn count(&self) -> usize {
        let sum = |sets: &[Bitboard; 8]| sets.iter().map(|set| set.count_ones() as usize).sum::<usize>();
        2 * sum(&self.slides) + sum(&self.hops)
    }

    fn pick(&self, position: &Position, index: usize) -> Option<Step> {
        let mut left = index as u32;
        let ways = (0..8).map(|way| (way, Kind::Queen)).chain((0..8).map(|way| (way, lesser(way))));
        for (way, kind) in ways.chain((8..16).map(|way| (way, Kind::Knight))) {
            let arrivals = self.arrivals(way);
            if left < arrivals.count_ones() {
                return Some(Self::step(position, way, nth(arrivals, left), kind));
            }
            left -= arrivals.count_ones();
        }
        None
    }

    fn each(&self, position: &Position, mut visit: impl FnMut(Step)) {
        for way in 0..16 {
            for cell in cells(self.arrivals(way)) {
                if way < 8 {
                    visit(Self::step(position, way, cell, Kind::Queen));
                    visit(Self::step(position, way, cell, lesser(way)));
                } else {
                    visit(Self::step(position, way, cell, Kind::Knight));
                }
            }
        }
    }

    fn contains(&self, position: &Position, step: Step) -> bool {
        let mut found = false;
        self.each(position, |offered| found |= offered == step);
        found
    }

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
