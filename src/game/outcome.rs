//! Who acts, and how games end.

use crate::named::named;
use serde::{Deserialize, Serialize};

/// A player's place at the table, numbered from 0.
pub type Seat = u8;

/// No game has more seats than the six sides of a triangular board.
pub const MAX_SEATS: usize = 6;

/// Who makes the next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A seat chooses among the legal steps.
    Seat(Seat),
    /// Chance draws one of the listed outcomes.
    Chance,
    /// Nobody: the game is over.
    Over,
}

impl Actor {
    /// The number that stands for it in arrays: the seat, -2 for chance, -1 when over.
    pub fn code(self) -> i8 {
        match self {
            Actor::Seat(seat) => seat as i8,
            Actor::Chance => -2,
            Actor::Over => -1,
        }
    }
}

/// Whether a seat still takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It takes its turns (even if it misses some).
    In,
    /// It can never act again, though its pieces may stay on the board.
    Out,
}

/// What each seat gets at the end; entries beyond the number of seats are 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Returns([f64; MAX_SEATS]);

impl Returns {
    /// Nothing for anybody: a draw.
    pub const ZERO: Returns = Returns([0.0; MAX_SEATS]);

    /// One number a seat, seat 0 first.
    ///
    /// ```
    /// use plyground::game::Returns;
    /// assert_eq!(Returns::of(&[1.0, -1.0]).get(1), -1.0);
    /// ```
    pub fn of(values: &[f64]) -> Returns {
        let mut all = [0.0; MAX_SEATS];
        all[..values.len()].copy_from_slice(values);
        Returns(all)
    }

    /// A win of the seats for which `won` holds over all others: +1 for each winner, and -k/m for each of the
    /// m losers when there are k winners, so that the sum is 0 (Conventions, 'Endings').
    ///
    /// ```
    /// use plyground::game::Returns;
    /// assert_eq!(Returns::win(3, |seat| seat == 2).seats(3), &[-0.5, -0.5, 1.0]);
    /// ```
    pub fn win(seats: u8, won: impl Fn(Seat) -> bool) -> Returns {
        let winners = (0..seats).filter(|&s| won(s)).count() as f64;
        let losers = f64::from(seats) - winners;
        let mut all = [0.0; MAX_SEATS];
        for seat in 0..seats {
            all[seat as usize] = if won(seat) { 1.0 } else { -winners / losers };
        }
        Returns(all)
    }

    /// What `seat` gets.
    pub fn get(&self, seat: Seat) -> f64 {
        self.0[seat as usize]
    }

    /// The numbers of the first `seats` seats.
    pub fn seats(&self, seats: u8) -> &[f64] {
        &self.0[..seats as usize]
    }
}

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// What each seat gets.
    pub returns: Returns,
    /// Which ending it was.
    pub reason: Reason,
}

named! {
    /// The one-word reasons for which games end, the words that position files use too; the rule documents
    /// say when each applies.
    #[allow(missing_docs)]
    #[repr(u8)]
    pub enum Reason, "the reason" {
        Elimination = "elimination",
        Immobile = "immobile",
        NoProgress = "no-progress",
        NoCrowning = "no-crowning",
        Repetition = "repetition",
        EndingCount = "ending-count",
        OneEach = "one-each",
        Checkmate = "checkmate",
        Stalemate = "stalemate",
        Material = "material",
        Insufficient = "insufficient",
        KingCaptured = "king-captured",
        BareKings = "bare-kings",
        OutOfCards = "out-of-cards",
        Course = "course",
        FortyMoves = "forty-moves",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_read_as_they_are_written() {
        let outcome = Outcome { returns: Returns::win(3, |seat| seat == 1), reason: Reason::KingCaptured };
        let json = serde_json::to_string(&outcome).expect("plain data");
        assert_eq!(json, r#"{"returns":[-0.5,1.0,-0.5,0.0,0.0,0.0],"reason":"king-captured"}"#);
        assert_eq!(serde_json::from_str::<Outcome>(&json).expect("an outcome"), outcome);
    }
}
