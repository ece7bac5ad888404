//! The actor of a step, and the outcome of a game.

use super::{MAX_SEATS, Seat};
use crate::named::named;
use crate::packing::pack_fields;
use serde::{Deserialize, Serialize};

/// The seat that makes the next step, or chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// This seat chooses one of the legal steps.
    Seat(Seat),
    /// Chance draws one of the outcomes.
    Chance,
    /// No one. The game is over.
    Over,
}

impl Actor {
    /// Returns the code in arrays: the seat, -2 for chance, or -1 if the game is over.
    pub fn code(self) -> i8 {
        match self {
            Actor::Seat(seat) => seat.code(),
            Actor::Chance => -2,
            Actor::Over => -1,
        }
    }
}

/// Whether a seat still takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The seat takes turns, even if it misses some.
    In,
    /// The seat can never act again. Its pieces may stay on the board.
    Out,
}

/// The return of each seat at the end of a game. Entries beyond the number of seats are 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Returns([f64; MAX_SEATS]);

impl Returns {
    /// A return of 0 for each seat: a draw.
    pub const ZERO: Returns = Returns([0.0; MAX_SEATS]);

    /// Makes returns from one number for each seat, in order of seats.
    ///
    /// ```
    /// use plyground::game::{Returns, Seat};
    /// assert_eq!(Returns::of(&[1.0, -1.0]).get(Seat::ONE), -1.0);
    /// ```
    pub fn of(values: &[f64]) -> Returns {
        let mut all = [0.0; MAX_SEATS];
        all[..values.len()].copy_from_slice(values);
        Returns(all)
    }

    /// Returns a win of the seats for which `won` is true: +1 for each winner, and -k/m for each of the m
    /// losers if there are k winners, so that the sum is 0 (Conventions, 'Endings').
    ///
    /// ```
    /// use plyground::game::{Returns, Seat};
    /// assert_eq!(Returns::win(3, |seat| seat == Seat::new(2)).seats(3), &[-0.5, -0.5, 1.0]);
    /// ```
    pub fn win(seats: u8, won: impl Fn(Seat) -> bool) -> Returns {
        let winners = Seat::all(seats).filter(|&seat| won(seat)).count() as f64;
        let losers = f64::from(seats) - winners;
        let mut all = [0.0; MAX_SEATS];
        for seat in Seat::all(seats) {
            all[seat.index()] = if won(seat) { 1.0 } else { -winners / losers };
        }
        Returns(all)
    }

    /// Returns the return of `seat`.
    pub fn get(&self, seat: Seat) -> f64 {
        self.0[seat.index()]
    }

    /// Returns the returns of the first `seats` seats.
    pub fn seats(&self, seats: u8) -> &[f64] {
        &self.0[..seats as usize]
    }
}

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The return of each seat.
    pub returns: Returns,
    /// The reason of the ending.
    pub reason: Reason,
}

named! {
    /// The reasons why games end, with the names that are also used in position files. The rule documents
    /// define when each applies. `Goal` (a piece reached its goal) and `Other` are for games of your own.
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
        Goal = "goal",
        Other = "other",
    }
}
pack_fields!(enum Reason);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_round_trip_through_json() {
        let outcome =
            Outcome { returns: Returns::win(3, |seat| seat == Seat::ONE), reason: Reason::KingCaptured };
        let json = serde_json::to_string(&outcome).expect("plain data");
        assert_eq!(json, r#"{"returns":[-0.5,1.0,-0.5,0.0,0.0,0.0],"reason":"king-captured"}"#);
        assert_eq!(serde_json::from_str::<Outcome>(&json).expect("an outcome"), outcome);
    }
}
