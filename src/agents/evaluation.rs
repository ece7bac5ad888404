//! Static evaluation of a position for a side, in hundredths of a man.

use crate::game::{MAX_SEATS, Outcome, Returns, Scores, Seat, Spec};
use crate::sim::{Pool, Slot};
use std::sync::LazyLock;

/// The value of an immediate win. Material values are far below it.
pub(super) const WIN: i32 = 1_000_000;

/// Values beyond this number mean a finished game, and depend on the number of plies until the end.
pub(super) const DECIDED: i32 = WIN / 10;

/// With this material lead, in hundredths of a man, a side wins most games.
pub(super) const DECISIVE: f64 = 400.0;

/// The maximum of a return that is estimated from material, as a fraction of a win.
const MAX_SHARE: f64 = 0.9;

/// The maximum lead in [`SHARES`].
const TABLE_LEAD: i32 = 1000;

/// [`share_of_win`] for each lead up to [`TABLE_LEAD`], from the most negative one.
static SHARES: LazyLock<Vec<f64>> = LazyLock::new(|| (-TABLE_LEAD..=TABLE_LEAD).map(share_of_win).collect());

/// The maximum of a lead that is derived from a return.
const MAX_LEAD: f64 = 3.0 * DECISIVE;

/// The sides of a game, and its scoring.
#[derive(Clone, Debug)]
pub(super) struct Sides {
    /// The side of each seat.
    side_of_seat: Vec<u8>,
    num_sides: usize,
    scores: Scores,
    /// Whether more material is better.
    wants_material: bool,
    /// [`SHARES`].
    shares: &'static [f64],
}

impl Sides {
    pub fn new(spec: &Spec) -> Sides {
        let num_sides = spec.teams.iter().max().map_or(0, |&last| last as usize + 1);
        Sides {
            side_of_seat: spec.teams.clone(),
            num_sides,
            scores: spec.scores,
            wants_material: true,
            shares: &SHARES,
        }
    }

    /// Returns the sides of the game of a pool, whose evaluation knows whether material is good.
    pub fn of_game(pool: &Pool) -> Sides {
        Sides { wants_material: pool.search_profile().wants_material, ..Sides::new(pool.spec()) }
    }

    /// Returns the number of sides.
    pub fn num_sides(&self) -> usize {
        self.num_sides
    }

    /// Returns the number of seats.
    pub fn num_seats(&self) -> usize {
        self.side_of_seat.len()
    }

    /// Returns the side of a seat.
    pub fn side_of(&self, seat: Seat) -> u8 {
        self.side_of_seat[seat.index()]
    }

    /// Returns the first seat of a side.
    pub fn first_seat(&self, side: u8) -> Seat {
        Seat::from_index(self.side_of_seat.iter().position(|&of| of == side).unwrap_or(0))
    }

    /// Returns the sum of each side, given the value of each seat.
    pub fn side_sums(&self, of_seat: impl Fn(Seat) -> f32) -> [f32; MAX_SEATS] {
        let mut sums = [0.0; MAX_SEATS];
        for (seat, &side) in self.side_of_seat.iter().enumerate() {
            sums[side as usize] += of_seat(Seat::from_index(seat));
        }
        sums
    }

    /// Returns the material of a side minus the mean of the other sides, or 0 without other sides. The sign
    /// is reversed in games that are won by losing material.
    pub fn material_balance(&self, pool: &Pool, slot: Slot, side: u8) -> i32 {
        let balance = self.balance(side, |seat| pool[slot].material(seat));
        let balance = (100.0 * balance).round() as i32;
        if self.wants_material { balance } else { -balance }
    }

    /// Returns the value of the placement of a side's pieces minus the mean of the other sides, or 0 without
    /// other sides.
    pub fn positional_balance(&self, pool: &Pool, slot: Slot, side: u8) -> i32 {
        let of_seat = |seat| pool[slot].positional_value(seat).unwrap_or(0) as f32;
        self.balance(side, of_seat).round() as i32
    }

    /// Returns the sum of a side minus the mean of the other sides, or 0 without other sides.
    fn balance(&self, side: u8, of_seat: impl Fn(Seat) -> f32) -> f32 {
        if self.num_sides < 2 {
            return 0.0;
        }
        let sums = self.side_sums(of_seat);
        let own = sums[side as usize];
        let others = sums[..self.num_sides].iter().sum::<f32>() - own;
        own - others / (self.num_sides as f32 - 1.0)
    }

    /// Returns the value of a position for a side: the material balance, plus or minus a hundredth of a man
    /// for each legal step of `mover`.
    pub fn evaluate(&self, pool: &Pool, slot: Slot, side: u8, mover: Seat, steps: usize) -> i32 {
        let mobility = if self.side_of(mover) == side { steps as i32 } else { -(steps as i32) };
        self.material_balance(pool, slot, side) + mobility
    }

    /// Returns the expected return of each seat, estimated with [`evaluate`](Sides::evaluate) and a
    /// correction.
    pub fn expected_returns(
        &self,
        pool: &Pool,
        slot: Slot,
        mover: Seat,
        steps: usize,
        correction: impl Fn(usize) -> i32,
    ) -> Returns {
        let mut all = [0.0; MAX_SEATS];
        for (seat, got) in all.iter_mut().enumerate().take(self.num_seats()) {
            let lead = self.evaluate(pool, slot, self.side_of_seat[seat], mover, steps) + correction(seat);
            *got = self.expected_return(lead);
        }
        Returns::of(&all)
    }

    /// Returns the expected return of a side for a lead in hundredths of a man. It approaches the ends of the
    /// score range for large leads, without reaching them.
    #[inline]
    pub fn expected_return(&self, lead: i32) -> f64 {
        let share = self.shares.get(lead.wrapping_add(TABLE_LEAD) as usize);
        let share = share.copied().unwrap_or_else(|| share_of_win(lead));
        if share < 0.0 { -share * self.scores.min_return } else { share * self.scores.max_return }
    }

    /// Inverts [`expected_return`](Sides::expected_return). Leads are at most three times the decisive one.
    pub fn lead_for_return(&self, expected: f64) -> i32 {
        let most = if expected < 0.0 { -self.scores.min_return } else { self.scores.max_return };
        let share = (expected / most / MAX_SHARE).clamp(-1.0, 1.0);
        (share.atanh() * DECISIVE).clamp(-MAX_LEAD, MAX_LEAD) as i32
    }

    /// Returns a return on a scale from 0 to 1, where 1 is a win.
    pub fn result_of_return(&self, scaled: f64) -> f64 {
        (scaled - self.scores.min_return) / (self.scores.max_return - self.scores.min_return)
    }

    /// Returns the return that a side can expect if a search finds this value, on the scale of searches: that
    /// of the end of the game if the value means a finished game.
    pub fn searched_return(&self, value: i32) -> f64 {
        if value.abs() > DECIDED {
            // Rounding removes the plies until the end.
            (f64::from(value) / f64::from(WIN / 1000)).round() / 1000.0
        } else if self.num_sides > 1 {
            self.expected_return(value)
        } else {
            // Without opponents, leads in material say nothing about the score.
            0.0
        }
    }

    /// Returns the return of a seat, given that on the scale of searches.
    pub fn unscaled(&self, scaled: f64) -> f64 {
        self.scores.unscaled(scaled)
    }

    /// Returns the return of each seat, if that of the side of `seat` is `scaled` on the scale of searches
    /// and the other sides share its opposite.
    pub fn seat_returns(&self, seat: Seat, scaled: f64) -> Returns {
        let own = self.side_of(seat);
        let others = 0.0 - scaled / (self.num_sides - 1).max(1) as f64;
        let mut all = [0.0; MAX_SEATS];
        for (value, &side) in all.iter_mut().zip(&self.side_of_seat) {
            *value = self.unscaled(if side == own { scaled } else { others });
        }
        Returns::of(&all)
    }

    /// Returns the value of a finished game for a seat, `ply` steps from the root. Early wins and late losses
    /// are better.
    pub fn terminal_value(&self, outcome: Outcome, seat: Seat, ply: usize) -> i32 {
        let value = (self.scores.scaled(outcome.returns.get(seat)) * f64::from(WIN)) as i32;
        if value.abs() > DECIDED { value - value.signum() * ply as i32 } else { value }
    }
}

/// Returns the expected return for a lead in hundredths of a man, as a fraction of a win or a loss.
fn share_of_win(lead: i32) -> f64 {
    MAX_SHARE * (f64::from(lead) / DECISIVE).tanh()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;
    use crate::game::toy::Toy;
    use crate::game::{Frame, Scoring};
    use crate::sim::erase;

    #[test]
    fn the_balance_is_zero_without_opponents() {
        for (kind, fen, balance) in [
            (Scoring::Win, "2,0 a -- 2", 200),
            (Scoring::Shared, "2,0 a -- 2", 0),
            (Scoring::Strokes, "4 a - 2", 0),
        ] {
            let toy = erase(Toy::of(kind, Frame::Seat));
            let mut pool = toy.pool();
            pool.reserve(1);
            pool[0].read_fen(fen).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(Sides::new(toy.spec()).material_balance(&pool, 0, 0), balance, "{fen}");
        }
    }

    #[test]
    fn material_is_bad_where_the_loss_of_it_wins() {
        for (id, balance) in [("english-draughts", 100), ("giveaway-checkers", -100)] {
            let game = catalog::open(id, &[], Frame::Seat).unwrap_or_else(|error| panic!("{error}"));
            let mut pool = game.pool();
            pool.reserve(1);
            pool[0].read_fen("W:W21,22:B1 - 0 0 -").unwrap_or_else(|error| panic!("{error}"));
            let white =
                (0..2).map(Seat::from_index).find(|&seat| pool[0].material(seat) == 2.0).expect("two men");
            let sides = Sides::of_game(&pool);
            assert_eq!(sides.material_balance(&pool, 0, sides.side_of(white)), balance, "{id}");
        }
    }

    #[test]
    fn terminal_values_depend_on_returns_and_plies() {
        let shared = erase(Toy::of(Scoring::Shared, Frame::Seat));
        let sides = Sides::new(shared.spec());
        let end = |fen: &str, ply| {
            let state = shared.read_fen(fen, 0).unwrap_or_else(|error| panic!("{error}"));
            sides.terminal_value(state.outcome().expect("over"), Seat::ONE, ply)
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
