//! How tarred pieces go and attack (Tar Pit T4), and which steps are legal where some are (T5, T11, T12).

use super::State;
use crate::game::{Mask, Seat};
use crate::games::chess::bits::{Bits, bit, cells, nth};
use crate::games::chess::legal::{Danger, add_safe};
use crate::games::chess::lines::{KING, PAWN, Shift, between, through};
use crate::games::chess::men::{Kind, Men};
use crate::games::chess::offer::{Numbering, Offer};
use crate::games::chess::position::{PawnSteps, Position};
use crate::games::chess::sets::Sets;
use crate::games::chess::step::{Deed, Step};

/// The pieces as they go and attack in `seat`'s turn: its own tarred pieces not at all (see [`Crawls`]), the
/// enemy's tarred ones like pawns, and his tarred pawns not at all. The own king stays a king, whom the enemy
/// looks for.
#[inline(always)]
pub fn armed(men: &Men, tarred: Bits, seat: Seat) -> Men {
    let mut armed = *men;
    armed.kinds.iter_mut().for_each(|kind| *kind &= !tarred);
    armed.kinds[Kind::Pawn as usize] |= tarred & men.side(seat ^ 1) & !men.kind(Kind::Pawn);
    armed.kinds[Kind::King as usize] |= men.of(seat, Kind::King);
    armed
}

/// The enemy pieces that give check to the king of `seat`.
pub fn checkers(men: &Men, tarred: Bits, seat: Seat) -> Bits {
    armed(men, tarred, seat).attackers(seat ^ 1, men.king(seat), men.occupied())
}

/// Which steps the seat to act may make, and why no others.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// The position with the pieces as they go and attack.
    pub armed: Position,
    /// The seat's own tarred pieces other than pawns.
    crawlers: Bits,
    /// The cells where its king may not go.
    pub attacked: Bits,
    /// What bears on its king.
    pub danger: Danger,
}

impl Reach {
    /// Finds out.
    #[inline(always)]
    pub fn of(state: &State) -> Reach {
        let (position, checkers) = (&state.position, &state.more.checkers);
        let (men, seat) = (&position.men, position.seat & 1);
        let tarred = checkers.tarred(men);
        let king = men.king(seat);
        // T12: neither king nor rook castles with a checker.
        let castles = if checkers.all() & bit(king) == 0 { !checkers.all() } else { 0 };
        let armed =
            Position { men: armed(men, tarred, seat), rights: position.rights & castles, ..*position };
        // A king that is not tarred can stand beside one that was, and then attacks it.
        let enemy = armed.men.of(seat ^ 1, Kind::King);
        let beside = if enemy != 0 { KING[armed.men.king(seat ^ 1) as usize] } else { 0 };
        let attacked = beside | armed.men.attacked_by_subjects(seat ^ 1, men.occupied() & !bit(king));
        let mut danger = Danger::of(&armed);
        if beside & bit(king) != 0 {
            danger.checkers |= enemy;
        }
        let crawlers = tarred & men.side(seat) & !men.kind(Kind::Pawn);
        Reach { armed, crawlers, attacked, danger }
    }

    /// Puts down the legal moves.
    #[inline(always)]
    pub fn add_moves(&self, men: &Men, sets: &mut Sets, crawls: &mut Crawls) {
        add_safe(&self.armed, self.attacked, self.danger, sets);
        if self.crawlers != 0 {
            if self.crawlers & men.kind(Kind::King) != 0 {
                *sets.king() = 0;
            }
            crawls.add(self, men);
        }
    }
}

/// The steps of tarred pieces other than pawns, which go like pawns that have moved and become nothing (T4):
/// the arrivals ahead, to the west and to the east.
#[derive(Clone, Copy, Debug, Default)]
pub struct Crawls([Bits; 3]);

/// The ways in which pieces of a seat crawl.
#[inline(always)]
fn ways(seat: Seat) -> [Shift; 3] {
    let PawnSteps { ahead, west, east } = PawnSteps::of(seat);
    [ahead, west, east]
}

impl Crawls {
    #[inline(never)]
    fn add(&mut self, reach: &Reach, men: &Men) {
        let (danger, seat) = (&reach.danger, reach.armed.seat & 1);
        let king = men.king(seat);
        let open = match danger.checkers.count_ones() {
            0 => !0,
            // A single check is met by capturing the piece that gives it, or by stepping between.
            1 => danger.checkers | between(king, danger.checkers.trailing_zeros() as u8),
            _ => 0,
        };
        let subjects = reach.crawlers & !bit(king);
        self.go(men, seat, subjects & !danger.pinned, open);
        for cell in cells(subjects & danger.pinned) {
            self.go(men, seat, bit(cell), open & through(king, cell));
        }
        self.go(men, seat, reach.crawlers & bit(king), !reach.attacked);
        let passed = reach.armed.passed;
        if passed != 0 {
            let near = PAWN[seat as usize ^ 1][passed.trailing_zeros() as usize & 63];
            for cell in cells(near & reach.crawlers).filter(|&cell| is_safe_in_passing(reach, men, cell)) {
                for (set, way) in self.0.iter_mut().zip(ways(seat)) {
                    *set |= way.of(bit(cell)) & passed;
                }
            }
        }
    }

    /// Adds the plain steps of some pieces, onto cells of `open` only.
    #[inline(always)]
    fn go(&mut self, men: &Men, seat: Seat, pieces: Bits, open: Bits) {
        let enemies = men.side(seat ^ 1);
        let onto = [!men.occupied(), enemies, enemies];
        for ((set, way), onto) in self.0.iter_mut().zip(ways(seat)).zip(onto) {
            *set |= way.of(pieces) & onto & open;
        }
    }

    fn step(position: &Position, way: usize, cell: u8) -> Step {
        let from = ways(position.seat)[way].back(cell);
        Step::new(from, cell, Deed::Go(position.men.officer_at(from)))
    }
}

/// Whether a tarred piece can take in passing without leaving its king attacked.
fn is_safe_in_passing(reach: &Reach, men: &Men, from: u8) -> bool {
    let Position { passed, seat, .. } = reach.armed;
    let (king, passer) = (men.king(seat), reach.armed.passer());
    let king = if king == from { passed.trailing_zeros() as u8 } else { king };
    let occupied = men.occupied() & !bit(from) & !passer | passed;
    reach.armed.men.attackers(seat ^ 1, king, occupied) & !passer == 0
}

impl Offer for Crawls {
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
