//! Kinds of scores: a win, a score that all seats share, or strokes.

use super::{MAX_SEATS, Returns};
use crate::named::named;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeSet;

named! {
    /// The kind of score that a game ends with.
    pub enum Scoring, "the kind of scores" {
        /// Teams play against each other, for a win.
        Win = "win",
        /// All seats cooperate and get the same score. More is better.
        Shared = "shared",
        /// Each seat counts its strokes. Fewer are better; the return is minus their number.
        Strokes = "strokes",
    }
}

/// The kind of scores, and the range of returns.
///
/// ```
/// use plyground::game::Scores;
/// let six = Scores::win(&[0, 1, 2, 0, 1, 2]);
/// assert_eq!((six.min_return, six.max_return, six.return_sum), (-0.5, 1.0, None));
/// let golf = Scores::strokes(9, 99);
/// assert_eq!((golf.min_return, golf.max_return, golf.scaled(-54.0)), (-99.0, -9.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct Scores {
    /// The kind of scores.
    pub kind: Scoring,
    /// The minimum return of a seat.
    pub min_return: f64,
    /// The maximum return of a seat.
    pub max_return: f64,
    /// The sum of the returns of all seats, if it is always the same.
    pub return_sum: Option<f64>,
}

impl Scores {
    /// Returns the scores of a game for a win between teams, given the team of each seat (see
    /// [`Returns::win`]).
    ///
    /// A draw gives 0 to the seats that draw. With two teams, the returns sum to 0. With more teams, seats
    /// that are already out keep their loss when the others draw.
    pub fn win(teams: &[u8]) -> Scores {
        let losses = teams.iter().map(|team| {
            let winners = teams.iter().filter(|other| *other == team).count();
            winners as f64 / (teams.len() - winners).max(1) as f64
        });
        let two = teams.iter().collect::<BTreeSet<_>>().len() == 2;
        Scores {
            kind: Scoring::Win,
            min_return: -losses.fold(0.0, f64::max),
            max_return: 1.0,
            return_sum: two.then_some(0.0),
        }
    }

    /// Returns the scores of a game with a score that all seats share.
    pub fn shared(min_return: f64, max_return: f64) -> Scores {
        Scores { kind: Scoring::Shared, min_return, max_return, return_sum: None }
    }

    /// Returns the scores of a game that counts strokes.
    pub fn strokes(fewest: u32, most: u32) -> Scores {
        Scores {
            kind: Scoring::Strokes,
            min_return: -f64::from(most),
            max_return: -f64::from(fewest),
            return_sum: None,
        }
    }

    /// Returns the return of each seat in a game that is cut off. It is 0, like a draw, in games for a win.
    /// In other games it is the minimum return, so that no game is worth more unfinished than finished.
    pub fn cut_off(&self) -> f64 {
        match self.kind {
            Scoring::Win => 0.0,
            Scoring::Shared | Scoring::Strokes => self.min_return,
        }
    }

    /// Returns whether lower or higher reported figures are better. Strokes are reported as positive numbers,
    /// so lower is better. Higher returns are always better.
    pub fn better(&self) -> &'static str {
        if self.kind == Scoring::Strokes { "lower" } else { "higher" }
    }

    /// Scales a return to the range from -1 to 1, which agents use. Returns of games for a win are unchanged.
    pub fn scaled(&self, got: f64) -> f64 {
        match self.kind {
            Scoring::Win => got,
            Scoring::Shared | Scoring::Strokes => {
                2.0 * (got - self.min_return) / (self.max_return - self.min_return) - 1.0
            }
        }
    }

    /// Inverts [`scaled`](Scores::scaled).
    pub fn unscaled(&self, scaled: f64) -> f64 {
        match self.kind {
            Scoring::Win => scaled,
            Scoring::Shared | Scoring::Strokes => {
                self.min_return + (scaled + 1.0) / 2.0 * (self.max_return - self.min_return)
            }
        }
    }

    /// Returns the [scaled](Scores::scaled) returns of the first `seats` seats.
    pub fn scaled_for(&self, returns: &Returns, seats: u8) -> Returns {
        let mut all = [0.0; MAX_SEATS];
        all.iter_mut().zip(returns.seats(seats)).for_each(|(scaled, &got)| *scaled = self.scaled(got));
        Returns::of(&all)
    }

    /// Returns the reason why these cannot be the returns of all seats of a finished game, or `None` if they
    /// can.
    pub fn explain_invalid(&self, returns: &[f64]) -> Option<String> {
        // Allows for the rounding of thirds.
        const NEAR: f64 = 1e-9;
        if let Some(odd) =
            returns.iter().find(|&&got| !(self.min_return - NEAR..=self.max_return + NEAR).contains(&got))
        {
            return Some(format!("each must be from {} to {}, got {odd}", self.min_return, self.max_return));
        }
        let all: f64 = returns.iter().sum();
        match self.kind {
            _ if self.return_sum.is_some_and(|sum| (sum - all).abs() > NEAR) => {
                Some(format!("their sum is {all}"))
            }
            Scoring::Win if all > NEAR => Some(format!("the winners get {all} more than the others lose")),
            Scoring::Win if returns.contains(&self.max_return) && all < -NEAR => {
                Some(format!("the losers lose {} more than the winners get", -all))
            }
            Scoring::Shared if returns.iter().any(|&got| got != returns[0]) => {
                Some("they must all be equal".into())
            }
            _ => None,
        }
    }
}

impl Serialize for Scores {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Scores", 6)?;
        fields.serialize_field("kind", &self.kind)?;
        fields.serialize_field("min_return", &self.min_return)?;
        fields.serialize_field("max_return", &self.max_return)?;
        fields.serialize_field("return_sum", &self.return_sum)?;
        fields.serialize_field("cut_off", &self.cut_off())?;
        fields.serialize_field("better", self.better())?;
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_minimum_return_of_a_win_is_the_largest_loss() {
        for (teams, min_return, sum) in [
            (&[0, 1][..], -1.0, Some(0.0)),
            (&[0, 1, 2], -0.5, None),
            (&[0, 1, 0, 1], -1.0, Some(0.0)),
            (&[0, 1, 2, 0], -1.0, None),
            (&[0, 1, 2, 3], -1.0 / 3.0, None),
            (&[0, 0, 0, 1, 1, 1], -1.0, Some(0.0)),
            (&[0, 1, 1], -2.0, Some(0.0)),
        ] {
            let scores = Scores::win(teams);
            assert_eq!(
                (scores.min_return, scores.max_return, scores.return_sum),
                (min_return, 1.0, sum),
                "{teams:?}"
            );
            let worst = (0..teams.len()).map(|winner| {
                let won = Returns::win(teams.len() as u8, |seat| teams[seat.index()] == teams[winner]);
                assert_eq!(scores.explain_invalid(won.seats(teams.len() as u8)), None);
                won.seats(teams.len() as u8).iter().copied().fold(1.0, f64::min)
            });
            assert_eq!(worst.fold(1.0, f64::min), min_return, "{teams:?}");
        }
    }

    #[test]
    fn scales_run_from_the_minimum_to_the_maximum() {
        for scores in [Scores::win(&[0, 1]), Scores::shared(-1.0, 5.0), Scores::strokes(9, 99)] {
            assert_eq!(
                [scores.min_return, scores.max_return].map(|got| scores.scaled(got)),
                [-1.0, 1.0],
                "{scores:?}"
            );
            assert_eq!(
                [-1.0, 1.0].map(|of| scores.unscaled(of)),
                [scores.min_return, scores.max_return],
                "{scores:?}"
            );
            let drawn = scores.kind == Scoring::Win;
            assert_eq!(scores.cut_off(), if drawn { 0.0 } else { scores.min_return }, "{scores:?}");
        }
        let four = Scores::win(&[0, 1, 2, 3]);
        assert_eq!(
            [-1.0 / 3.0, 0.0].map(|got| four.scaled(got)),
            [-1.0 / 3.0, 0.0],
            "a loss counts as it is"
        );
        let shared = Scores::shared(-1.0, 5.0).scaled_for(&Returns::of(&[2.0, 2.0]), 2);
        assert_eq!(shared, Returns::of(&[0.0, 0.0]), "seats that do not exist get 0");
    }

    #[test]
    fn scores_round_trip_through_json() {
        for scores in [Scores::win(&[0, 1, 2]), Scores::shared(-1.0, 5.0), Scores::strokes(9, 99)] {
            let json = serde_json::to_string(&scores).expect("plain data");
            assert_eq!(serde_json::from_str::<Scores>(&json).expect("scores"), scores, "{json}");
        }
    }

    #[test]
    fn impossible_returns_are_explained() {
        let (three, shared, golf) =
            (Scores::win(&[0, 1, 2]), Scores::shared(-1.0, 5.0), Scores::strokes(9, 99));
        for (scores, returns) in [
            (three, &[1.0, -0.5, -0.5][..]),
            (three, &[0.0, 0.0, 0.0]),
            (three, &[0.0, 0.0, -0.5]),
            (shared, &[3.0, 3.0]),
            (golf, &[-40.0]),
            (golf, &[-40.0, -41.0]),
        ] {
            assert_eq!(scores.explain_invalid(returns), None, "{returns:?}");
        }
        for (scores, returns, what) in [
            (three, &[1.0, 1.0, -0.5][..], "the winners get 1.5 more"),
            (three, &[1.0, -0.5, 0.0], "the winners get 0.5 more"),
            (three, &[0.0, 0.0, -1.0], "must be from -0.5 to 1, got -1"),
            (Scores::win(&[0, 1]), &[0.0, -1.0], "their sum is -1"),
            (shared, &[3.0, 2.0], "must all be equal"),
            (shared, &[6.0, 6.0], "must be from -1 to 5, got 6"),
            (golf, &[0.0], "must be from -99 to -9, got 0"),
            (golf, &[f64::NAN], "got NaN"),
        ] {
            let fault = scores.explain_invalid(returns).unwrap_or_default();
            assert!(fault.contains(what), "{returns:?}: {fault}");
        }
    }
}
