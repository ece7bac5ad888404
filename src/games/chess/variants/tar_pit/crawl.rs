//! How tarred pieces go and attack (Tar Pit T4), and which steps are legal where some are (T5, T11, T12).

use super::State;
use crate::game::{Mask, Seat};
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells, nth};
use crate::games::chess::kit::check_info::CheckInfo;
use crate::games::chess::kit::legal::{Limits, add_legal};
use crate::games::chess::kit::legal_moves::{LegalMoves, Numbering};
use crate::games::chess::kit::lines::{KING_ATTACKS, PAWN_ATTACKS, Shift, between, through};
use crate::games::chess::kit::move_set::{Bounds, MoveSet};
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::position::{PawnSteps, Position};
use crate::games::chess::kit::step::{MoveKind, Step};

/// The pieces as they go and attack in `seat`'s turn: its own tarred pieces not at all (see [`Crawls`]), the
/// enemy's tarred ones like pawns, and its tarred pawns not at all. The own king stays a king, whom the enemy
/// looks for.
#[inline(always)]
pub fn armed(pieces: &Pieces, tarred: Bitboard, seat: Seat) -> Pieces {
    let mut armed = *pieces;
    armed.kinds.iter_mut().for_each(|kind| *kind &= !tarred);
    armed.kinds[Kind::Pawn as usize] |= tarred & pieces.side(seat.other()) & !pieces.kind(Kind::Pawn);
    armed.kinds[Kind::King as usize] |= pieces.of(seat, Kind::King);
    armed
}

/// The enemy pieces that give check to the king of `seat`.
pub fn checkers(pieces: &Pieces, tarred: Bitboard, seat: Seat) -> Bitboard {
    armed(pieces, tarred, seat).attackers(seat.other(), pieces.king(seat), pieces.occupied())
}

/// Which steps the seat to act may make, and why no others.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// The position with the pieces as they go and attack.
    pub armed: Position,
    /// The seat's own tarred pieces other than pawns.
    crawlers: Bitboard,
    /// The cells where its king may not go.
    pub attacked: Bitboard,
    /// What bears on its king.
    pub check_info: CheckInfo,
}

impl Reach {
    /// Finds out.
    #[inline(always)]
    pub fn of(state: &State) -> Reach {
        let (position, checkers) = (&state.position, &state.extra.checkers);
        let (pieces, seat) = (&position.pieces, position.seat.of_two());
        let tarred = checkers.tarred(pieces);
        let king = pieces.king(seat);
        // T12: neither king nor rook castles with a checker.
        let castles = if checkers.all() & bit(king) == 0 { !checkers.all() } else { 0 };
        let armed =
            Position { pieces: armed(pieces, tarred, seat), rights: position.rights & castles, ..*position };
        // A king that is not tarred can stand next to one that was, and then attacks it.
        let enemy = armed.pieces.of(seat.other(), Kind::King);
        let adjacent = if enemy != 0 { KING_ATTACKS[armed.pieces.king(seat.other()) as usize] } else { 0 };
        let attacked =
            adjacent | armed.pieces.attacked_by_non_king(seat.other(), pieces.occupied() & !bit(king));
        let mut check_info = CheckInfo::of(&armed);
        if adjacent & bit(king) != 0 {
            check_info.checkers |= enemy;
        }
        let crawlers = tarred & pieces.side(seat) & !pieces.kind(Kind::Pawn);
        Reach { armed, crawlers, attacked, check_info }
    }

    /// Adds the legal moves.
    #[inline(always)]
    pub fn add_moves(&self, pieces: &Pieces, sets: &mut MoveSet, crawls: &mut Crawls) {
        let bounds = Bounds::orthodox(&self.armed);
        let limits = Limits { attacked: self.attacked, check_info: self.check_info, bounds };
        add_legal(&self.armed, limits, sets);
        if self.crawlers != 0 {
            if self.crawlers & pieces.kind(Kind::King) != 0 {
                *sets.king() = 0;
            }
            crawls.add(self, pieces);
        }
    }
}

/// The steps of tarred pieces other than pawns, which go like pawns that have moved and become nothing (T4):
/// the arrivals ahead, to the west and to the east.
#[derive(Clone, Copy, Debug, Default)]
pub struct Crawls([Bitboard; 3]);

/// The ways in which pieces of a seat crawl.
#[inline(always)]
fn ways(seat: Seat) -> [Shift; 3] {
    let PawnSteps { ahead, west, east } = PawnSteps::of(seat);
    [ahead, west, east]
}

impl Crawls {
    #[inline(never)]
    fn add(&mut self, reach: &Reach, pieces: &Pieces) {
        let (check_info, seat) = (&reach.check_info, reach.armed.seat.of_two());
        let king = pieces.king(seat);
        let targets = match check_info.checkers.count_ones() {
            0 => !0,
            // A single check is met by capturing the piece that gives it, or by stepping between.
            1 => check_info.checkers | between(king, check_info.checkers.trailing_zeros() as u8),
            _ => 0,
        };
        let subjects = reach.crawlers & !bit(king);
        self.go(pieces, seat, subjects & !check_info.pinned, targets);
        for cell in cells(subjects & check_info.pinned) {
            self.go(pieces, seat, bit(cell), targets & through(king, cell));
        }
        self.go(pieces, seat, reach.crawlers & bit(king), !reach.attacked);
        let ep_square = reach.armed.ep_square;
        if ep_square != 0 {
            let near = PAWN_ATTACKS[seat.index() ^ 1][ep_square.trailing_zeros() as usize & 63];
            for cell in cells(near & reach.crawlers).filter(|&cell| is_safe_in_passing(reach, pieces, cell)) {
                for (set, way) in self.0.iter_mut().zip(ways(seat)) {
                    *set |= way.of(bit(cell)) & ep_square;
                }
            }
        }
    }

    /// Adds the plain steps of `movers` onto cells of `targets`.
    #[inline(always)]
    fn go(&mut self, pieces: &Pieces, seat: Seat, movers: Bitboard, targets: Bitboard) {
        let enemies = pieces.side(seat.other());
        let onto = [!pieces.occupied(), enemies, enemies];
        for ((set, way), onto) in self.0.iter_mut().zip(ways(seat)).zip(onto) {
            *set |= way.of(movers) & onto & targets;
        }
    }

    fn step(position: &Position, way: usize, cell: u8) -> Step {
        let from = ways(position.seat)[way].back(cell);
        Step::new(from, cell, MoveKind::Normal(position.pieces.non_pawn_at(from)))
    }
}

/// Whether a tarred piece can take en passant without leaving its king attacked.
fn is_safe_in_passing(reach: &Reach, pieces: &Pieces, from: u8) -> bool {
    let Position { ep_square, seat, .. } = reach.armed;
    let (king, ep_pawn) = (pieces.king(seat), reach.armed.ep_pawn());
    let king = if king == from { ep_square.trailing_zeros() as u8 } else { king };
    let occupied = pieces.occupied() & !bit(from) & !ep_pawn | ep_square;
    reach.armed.pieces.attackers(seat.other(), king, occupied) & !ep_pawn == 0
}

impl LegalMoves for Crawls {
    #[inline(always)]
    fn count(&self) -> usize {
        self.0.iter().map(|set| set.count_ones() as usize).sum()
    }

    fn pick(&self, position: &Position, index: usize) -> Option<Step> {
        let mut left = index as u32;
        for (way, &set) in self.0.iter().enumerate() {
            if left < set.count_ones() {
                return Some(Self::step(position, way, nth(set, left)));
            }
            left -= set.count_ones();
        }
        None
    }

    #[inline(always)]
    fn each(&self, position: &Position, mut visit: impl FnMut(Step)) {
        if self.any() {
            for (way, &set) in self.0.iter().enumerate() {
                cells(set).for_each(|cell| visit(Self::step(position, way, cell)));
            }
        }
    }

    fn contains(&self, position: &Position, step: Step) -> bool {
        let mut found = false;
        self.each(position, |offered| found |= offered == step);
        found
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

    #[inline(always)]
    fn any(&self) -> bool {
        self.0 != [0; 3]
    }
}
