//! Endings in which turns are counted (Draughts 10.2).

use super::options::Endings;
use crate::board::Bitboard;

/// A class of material in which turns are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EndingClass {
    /// A lone king of this seat against three pieces.
    Three {
        /// The seat of the lone king.
        lone: usize,
    },
    /// A lone king against one or two pieces.
    Two,
    /// The balanced endings of the Brazilian rules.
    Even,
}

impl Endings {
    /// Whether turns are counted in some endings.
    #[inline(always)]
    pub(super) fn has_counts(self) -> bool {
        matches!(self, Endings::Fmjd | Endings::Cbd | Endings::Pool | Endings::Russian)
    }

    /// Returns the class of the material, or `None` if turns are not counted.
    #[inline(always)]
    pub(super) fn class<S: Bitboard>(self, sides: [S; 2], kings: S) -> Option<EndingClass> {
        // No class has more than four pieces.
        if self.has_counts() && (sides[0] | sides[1]).count() <= 4 {
            self.class_of_at_most_four(sides, kings)
        } else {
            None
        }
    }

    #[cold]
    fn class_of_at_most_four<S: Bitboard>(self, sides: [S; 2], kings: S) -> Option<EndingClass> {
        // The numbers of kings and men of each seat.
        let material = sides.map(|side| ((side & kings).count(), (side & !kings).count()));
        let lone = |seat: usize| material[seat] == (1, 0);
        let against = |lone_side: usize| {
            let (kings, men) = material[1 - lone_side];
            match (self, kings + men) {
                (Endings::Fmjd, 3) if kings > 0 => Some(EndingClass::Three { lone: lone_side }),
                (Endings::Fmjd, 1 | 2) if kings > 0 => Some(EndingClass::Two),
                (Endings::Pool | Endings::Russian, 3) if men == 0 => {
                    Some(EndingClass::Three { lone: lone_side })
                }
                _ => None,
            }
        };
        if self == Endings::Cbd {
            let few = |(kings, men)| matches!((kings, men), (1 | 2, 0) | (1, 1));
            let king_and_man_each = material == [(1, 1); 2];
            return (few(material[0]) && few(material[1]) && !king_and_man_each).then_some(EndingClass::Even);
        }
        (0..2).filter(|&seat| lone(seat)).find_map(against)
    }

    /// Whether a turn of `seat` is counted in a class.
    pub(super) fn counts_turn(self, class: EndingClass, seat: usize) -> bool {
        match (self, class) {
            (Endings::Pool, EndingClass::Three { lone }) => seat == lone,
            (Endings::Russian, EndingClass::Three { lone }) => seat != lone,
            _ => true,
        }
    }

    /// The smallest limit of any class.
    pub(super) const MIN_LIMIT: u32 = 10;

    /// Returns the count at which the game is drawn.
    pub(super) fn limit(self, class: EndingClass) -> u8 {
        match (self, class) {
            (Endings::Pool, _) => 13,
            (Endings::Russian, _) => 15,
            (_, EndingClass::Three { .. }) => 32,
            (_, EndingClass::Two | EndingClass::Even) => 10,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(endings: Endings, near: (u64, u64), far: (u64, u64)) -> Option<EndingClass> {
        let sides = [near.0 | near.1, far.0 | far.1];
        endings.class(sides, near.0 | far.0)
    }

    #[test]
    fn rule_10_2_classes_of_the_world_federation() {
        let lone_far = Some(EndingClass::Three { lone: 1 });
        assert_eq!(class(Endings::Fmjd, (1, 6), (8, 0)), lone_far);
        assert_eq!(class(Endings::Fmjd, (7, 0), (8, 0)), lone_far);
        assert_eq!(class(Endings::Fmjd, (0, 7), (8, 0)), None);
        assert_eq!(class(Endings::Fmjd, (1, 2), (8, 0)), Some(EndingClass::Two));
        assert_eq!(class(Endings::Fmjd, (1, 0), (8, 0)), Some(EndingClass::Two));
        assert_eq!(class(Endings::Fmjd, (3, 0), (12, 0)), None);
        assert_eq!(class(Endings::Fmjd, (7, 0), (0, 8)), None);
    }

    #[test]
    fn rule_10_2_even_classes() {
        let even = Some(EndingClass::Even);
        assert_eq!(class(Endings::Cbd, (3, 0), (12, 0)), even);
        assert_eq!(class(Endings::Cbd, (3, 0), (4, 0)), even);
        assert_eq!(class(Endings::Cbd, (3, 0), (4, 8)), even);
        assert_eq!(class(Endings::Cbd, (1, 0), (4, 8)), even);
        assert_eq!(class(Endings::Cbd, (1, 2), (4, 8)), None);
        assert_eq!(class(Endings::Cbd, (3, 0), (0, 4)), None);
        assert_eq!(class(Endings::Cbd, (7, 0), (8, 0)), None);
    }

    #[test]
    fn rule_10_2_three_kings_against_one() {
        let three = EndingClass::Three { lone: 0 };
        for (endings, counted) in [(Endings::Pool, 0), (Endings::Russian, 1)] {
            assert_eq!(class(endings, (1, 0), (14, 0)), Some(three));
            assert_eq!(class(endings, (1, 0), (6, 8)), None);
            assert!(endings.counts_turn(three, counted) && !endings.counts_turn(three, 1 - counted));
        }
        assert_eq!(class(Endings::None, (1, 0), (14, 0)), None);
    }
}
