//! What a position is worth to a side, in hundredths of a man.

use crate::game::{MAX_SEATS, Outcome, Returns, Scores, Seat, Spec};
use crate::sim::{Pool, Slot};

/// The worth of a game that is won at once; no material comes near it.
pub(super) const WON: i32 = 1_000_000;

/// Ends that are worth more than this to either side are told by how far away they are.
pub(super) const SURE: i32 = WON / 10;

/// A side that has so much more than the others, in hundredths of a man, wins most games.
const DECISIVE: f64 = 400.0;

/// No material is worth more than this share of a win.
const SHARE: f64 = 0.9;

/// Who plays together, and for what.
#[derive(Clone, Debug)]
pub(super) struct Sides {
    /// The side of each seat.
    of: Vec<u8>,
    count: usize,
    scores: Scores,
}

impl Sides {
    pub fn new(spec: &Spec) -> Sides {
        let count = spec.teams.iter().max().map_or(0, |&last| last as usize + 1);
        Sides { of: spec.teams.clone(), count, scores: spec.scores }
    }

    /// How many sides there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// How many seats there are.
    pub fn seats(&self) -> usize {
        self.of.len()
    }

    /// The side of a seat.
    pub fn of(&self, seat: Seat) -> u8 {
        self.of[seat as usize]
    }

    /// What each side has on the board, of what each seat has.
    pub fn material(&self, of: impl Fn(Seat) -> f32) -> [f32; MAX_SEATS] {
        let mut sums = [0.0; MAX_SEATS];
        for (seat, &side) in self.of.iter().enumerate() {
            sums[side as usize] += of(seat as Seat);
        }
        sums
    }

    /// How much more a side has than the others have on average: nothing, where there are no others.
    pub fn balance(&self, pool: &Pool, slot: Slot, side: u8) -> i32 {
        if self.count < 2 {
            return 0;
        }
        let sums = self.material(|seat| pool.material(slot, seat));
        let own = sums[side as usize];
        let others = sums[..self.count].iter().sum::<f32>() - own;
        let balance = 100.0 * (own - others / (self.count as f32 - 1.0));
        balance.round() as i32
    }

    /// What a position is worth to a side in which `mover` has so many legal steps: each of them is worth a
    /// hundredth of a man to its side.
    pub fn judged(&self, pool: &Pool, slot: Slot, side: u8, mover: Seat, steps: usize) -> i32 {
        let mobility = if self.of(mover) == side { steps as i32 } else { -(steps as i32) };
        self.balance(pool, slot, side) + mobility
    }

    /// What each seat may expect to get where positions are [judged](Sides::judged) so.
    pub fn expected(&self, pool: &Pool, slot: Slot, mover: Seat, steps: usize) -> Returns {
        let mut all = [0.0; MAX_SEATS];
        for (seat, got) in all.iter_mut().enumerate().take(self.seats()) {
            *got = self.share(self.judged(pool, slot, self.of[seat], mover, steps));
        }
        Returns::of(&all)
    }

    /// What a side may expect to get that is ahead by so much: near the ends of the scale where that is much,
    /// but never as much as a win, or as little as a loss.
    pub fn share(&self, ahead: i32) -> f64 {
        let share = SHARE * (f64::from(ahead) / DECISIVE).tanh();
        if share < 0.0 { -share * self.scores.min_return } else { share * self.scores.max_return }
    }

    /// The worth of an end to a seat, `ply` steps from now: wins are better soon, losses late.
    pub fn end(&self, outcome: Outcome, seat: Seat, ply: usize) -> i32 {
        let far = (self.scores.scaled(outcome.returns.get(seat)) * f64::from(WON)) as i32;
        if far.abs() > SURE { far - far.signum() * ply as i32 } else { far }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::toy::Toy;
    use crate::game::{Frame, Scoring};
    use crate::sim::erase;

    #[test]
    fn who_has_nobody_against_him_is_never_ahead() {
        for (kind, fen, balance) in [
            (Scoring::Win, "2,0 a -- 2", 200),
            (Scoring::Shared, "2,0 a -- 2", 0),
            (Scoring::Strokes, "4 a - 2", 0),
        ] {
            let toy = erase(Toy::of(kind, Frame::Seat));
            let mut pool = toy.pool();
            pool.reserve(1);
            pool.read_fen(0, fen).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(Sides::new(toy.spec()).balance(&pool, 0, 0), balance, "{fen}");
        }
    }

    #[test]
    fn ends_are_worth_their_place_on_the_scale() {
        let shared = erase(Toy::of(Scoring::Shared, Frame::Seat));
        let sides = Sides::new(shared.spec());
        let end = |fen: &str, ply| {
            let state = shared.read_fen(fen, 0).unwrap_or_else(|error| panic!("{error}"));
            sides.end(state.outcome().expect("over"), 1, ply)
        };
        assert_eq!(
            [end("3,0 a -- 3", 0), end("3,0 a -- 3", 4)],
            [1_000_000, 999_996],
            "the sooner the better"
        );
        assert_eq!(
            [end("0,0 a -- 3", 0), end("0,0 a -- 3", 4)],
            [-1_000_000, -999_996],
            "the later the better"
        );
        assert_eq!([end("0,1 a -- 3", 0), end("0,1 a -- 3", 4)], [0, 0], "halfway between");
    }
}
