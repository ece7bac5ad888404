//! The seats of a game.

use crate::packing::pack_fields;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The maximum number of seats: the sides of a hexagonal board.
pub const MAX_SEATS: usize = 6;

/// A player's place in a game, numbered from 0.
///
/// A seat is a number of its own type, so that a cell or an action is not passed for it by mistake. It is
/// printed and serialized as the bare number.
///
/// ```
/// use plyground::game::Seat;
/// let seat = Seat::new(1);
/// assert_eq!((seat.index(), seat.to_string()), (1, "1".to_owned()));
/// assert_eq!(Seat::all(2).collect::<Vec<_>>(), [Seat::ZERO, Seat::ONE]);
/// ```
#[repr(transparent)]
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(u8);
pack_fields!(Seat { 0 });

impl Seat {
    /// Seat 0.
    pub const ZERO: Seat = Seat(0);
    /// Seat 1.
    pub const ONE: Seat = Seat(1);
    /// The seats of a game for two.
    pub const BOTH: [Seat; 2] = [Seat::ZERO, Seat::ONE];

    /// Returns the seat with this number.
    #[inline]
    pub const fn new(number: u8) -> Seat {
        Seat(number)
    }

    /// Returns the seat with this number, which is below [`MAX_SEATS`].
    #[inline]
    pub const fn from_index(index: usize) -> Seat {
        Seat(index as u8)
    }

    /// Returns seat 1 for true, seat 0 for false.
    #[inline]
    pub const fn from_bool(is_one: bool) -> Seat {
        Seat(is_one as u8)
    }

    /// Returns the seat with this [`code`](Seat::code). `None` for the negative codes of
    /// [`Actor`](super::Actor).
    #[inline]
    pub const fn from_code(code: i8) -> Option<Seat> {
        if code >= 0 { Some(Seat(code as u8)) } else { None }
    }

    /// Returns the code in arrays of seats, in which negative numbers stand for chance and the end of a game.
    #[inline]
    pub const fn code(self) -> i8 {
        self.0 as i8
    }

    /// Returns the number as an index of arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the other seat of a game for two.
    #[inline]
    pub const fn other(self) -> Seat {
        Seat(self.0 ^ 1)
    }

    /// Returns the seat with the next number, or seat 0 after the last one.
    #[inline]
    pub const fn next(self, num_seats: u8) -> Seat {
        Seat((self.0 + 1) % num_seats)
    }

    /// Returns the seat with the previous number, or the last seat before seat 0.
    #[inline]
    pub const fn previous(self, num_seats: u8) -> Seat {
        Seat((self.0 + num_seats - 1) % num_seats)
    }

    /// Returns the seat whose number is the remainder of division by `num_seats`.
    #[inline]
    pub const fn modulo(self, num_seats: u8) -> Seat {
        Seat(self.0 % num_seats)
    }

    /// Returns the seat of the same parity in a game for two. Where the seat is already 0 or 1, this shows it
    /// to the compiler, which then omits bounds checks.
    #[inline]
    pub const fn of_two(self) -> Seat {
        Seat(self.0 & 1)
    }

    /// Returns the index of [`of_two`](Seat::of_two): 0 or 1.
    #[inline]
    pub const fn parity(self) -> usize {
        (self.0 & 1) as usize
    }

    /// Returns the set that has only this seat: a number in which the bit of the seat is set.
    #[inline]
    pub const fn bit(self) -> u8 {
        1 << self.0
    }

    /// Whether the seat is in a set of seats, in which bit n stands for seat n.
    #[inline]
    pub const fn is_in(self, seats: u8) -> bool {
        seats >> self.0 & 1 == 1
    }

    /// Returns all seats of a game, in order.
    #[inline]
    pub fn all(num_seats: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone + use<> {
        (0..num_seats).map(Seat)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_printed_and_serialized_as_numbers() {
        let seats = [Seat::ZERO, Seat::ONE, Seat::from_index(5)];
        assert_eq!(format!("{seats:?} {:>2}", seats[2]), "[0, 1, 5]  5");
        let json = serde_json::to_string(&seats).expect("plain data");
        assert_eq!(json, "[0,1,5]");
        assert_eq!(serde_json::from_str::<[Seat; 3]>(&json).expect("seats"), seats);
    }

    #[test]
    fn codes_of_chance_and_of_the_end_are_no_seats() {
        assert_eq!([-2, -1, 0, 3].map(Seat::from_code), [None, None, Some(Seat::ZERO), Some(Seat::new(3))]);
    }

    #[test]
    fn sets_of_seats_have_a_bit_for_each() {
        assert!(Seat::new(2).is_in(0b101) && !Seat::ONE.is_in(0b101));
        assert_eq!(Seat::all(3).map(Seat::bit).sum::<u8>(), 0b111);
        assert_eq!(Seat::ZERO.other(), Seat::ONE);
    }
}
