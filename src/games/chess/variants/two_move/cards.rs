//! The cards of Two Move Chess: what a seat may choose, and which moves the cards of both seats make (W1 to
//! W5).

use crate::game::Seat;
use crate::games::chess::kit::bitboard::Bitboard;
use crate::games::chess::kit::pieces::Kind;
use crate::packing::pack_fields;

/// The kinds that have cards, in their order of value (W1).
pub const KINDS: [Kind; 5] = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];

/// The letters of the cards, in the same order.
const LETTERS: [u8; 5] = *b"NBRQK";

/// How many ways there are to choose two of five cards.
pub const PAIRS: usize = 10;

/// Some of the cards of a seat: a bit for each of [`KINDS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cards(u8);
pack_fields!(Cards { 0 });

/// The choices of two cards: NB, NR, NQ, NK, BR, BQ, BK, RQ, RK, QK.
static PAIR: [Cards; PAIRS] = {
    let (mut pairs, mut number, mut low) = ([Cards::NONE; PAIRS], 0, 0);
    while low < 5 {
        let mut high = low + 1;
        while high < 5 {
            pairs[number] = Cards(1 << low | 1 << high);
            number += 1;
            high += 1;
        }
        low += 1;
    }
    pairs
};

/// The choices that use none of the cards of a set.
static CHOICES: [u16; 32] = {
    let (mut choices, mut cards) = ([0; 32], 0);
    while cards < 32 {
        let mut number = 0;
        while number < PAIRS {
            if PAIR[number].0 & cards as u8 == 0 {
                choices[cards] |= 1 << number;
            }
            number += 1;
        }
        cards += 1;
    }
    choices
};

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(0);

    /// The cards of a choice by its number.
    #[inline(always)]
    pub fn pair(number: usize) -> Cards {
        PAIR[number % PAIRS]
    }

    /// Whether there is no card.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card of a kind is among them.
    #[inline(always)]
    pub const fn has(self, kind: Kind) -> bool {
        self.0 << 1 >> kind as u8 & 1 != 0
    }

    /// Whether some card is in both sets.
    pub const fn meets(self, other: Cards) -> bool {
        self.0 & other.0 != 0
    }

    /// The numbers of the choices that a seat has while these lie face up, a bit each (W3).
    #[inline(always)]
    pub fn choices(self) -> Bitboard {
        CHOICES[usize::from(self.0 & 31)].into()
    }

    /// Their kinds, in order.
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        KINDS.into_iter().filter(move |&kind| self.has(kind))
    }

    /// Appends the letters of the cards, or `-`.
    pub fn write(self, out: &mut String) {
        out.extend(self.kinds().map(letter));
        if self.is_empty() {
            out.push('-');
        }
    }
}

/// The letter of a card.
pub fn letter(kind: Kind) -> char {
    kind.letter().to_ascii_uppercase().into()
}

/// Appends the letters of a choice.
pub fn write_pair(number: usize, out: &mut String) {
    Cards::pair(number).write(out);
}

/// The number of the choice with these two letters, which stand in the order NBRQK.
pub fn read_pair(letters: &str) -> Option<usize> {
    let place = |letter| LETTERS.iter().position(|&known| known == letter);
    let [low, high] = *letters.as_bytes() else { return None };
    let (low, high) = place(low).zip(place(high)).filter(|(low, high)| low < high)?;
    PAIR.iter().position(|pair| pair.0 == 1 << low | 1 << high)
}

/// Moves to be made one after the other, each by a card of a seat: four bits a move, the next one lowest.
///
/// Three of the four bits are the kind of the card, which is not a pawn. The fourth is the seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Moves(u16);
pack_fields!(Moves { 0 });

/// The moves that the cards make, by the cards that White and Black have chosen.
static MOVES: [[Moves; 32]; 32] = {
    let (mut table, mut white) = ([[Moves::NONE; 32]; 32], 0);
    while white < PAIRS {
        let mut black = 0;
        while black < PAIRS {
            let chosen = [PAIR[white], PAIR[black]];
            table[chosen[0].0 as usize][chosen[1].0 as usize] = matched(chosen);
            black += 1;
        }
        white += 1;
    }
    table
};

/// Cards that both have chosen are dropped; one that is left over from a match moves twice (W4). They move in
/// the order of their value (W5).
const fn matched([white, black]: [Cards; 2]) -> Moves {
    let (common, mut moves, mut length, mut at) = (white.0 & black.0, 0, 0, 0);
    while at < 5 {
        let mut seat = 0;
        while seat < 2 {
            if [white, black][seat].0 & !common & 1 << at != 0 {
                let mut left = if common == 0 { 1 } else { 2 };
                while left > 0 {
                    moves |= ((seat as u16) << 3 | KINDS[at] as u16) << length;
                    length += 4;
                    left -= 1;
                }
            }
            seat += 1;
        }
        at += 1;
    }
    Moves(moves)
}

impl Moves {
    /// No move.
    pub const NONE: Moves = Moves(0);

    /// Those of the cards that White and Black have chosen; none before both have.
    #[inline(always)]
    pub fn of([white, black]: [Cards; 2]) -> Moves {
        MOVES[usize::from(white.0 & 31)][usize::from(black.0 & 31)]
    }

    /// Whether no move is left.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seat and the card that make the next move.
    #[inline(always)]
    pub fn next(self) -> Option<(Seat, Kind)> {
        let (seat, kind) = (Seat::from_bool(self.0 >> 3 & 1 == 1), usize::from(self.0 & 7));
        (kind != 0).then(|| (seat, Kind::ALL[kind.min(5)]))
    }

    /// The moves behind the next one.
    #[inline(always)]
    pub const fn rest(self) -> Moves {
        Moves(self.0 >> 4)
    }

    /// All of them, in order.
    pub fn each(self) -> impl Iterator<Item = (Seat, Kind)> {
        self.tails().map_while(Moves::next)
    }

    /// These moves, those without the first one, and so on, down to none.
    pub fn tails(self) -> impl Iterator<Item = Moves> {
        std::iter::successors(Some(self), |moves| (!moves.is_empty()).then(|| moves.rest()))
    }

    /// The move, made or lost, that came before these, which are the last of `all`.
    pub fn previous(self, all: Moves) -> Option<(Seat, Kind)> {
        all.tails().find(|moves| moves.rest() == self)?.next()
    }

    /// Appends the moves, each by seat and card, or `-`.
    pub fn write(self, out: &mut String) {
        for (at, (seat, kind)) in self.each().enumerate() {
            out.push_str(if at > 0 { "," } else { "" });
            out.push(if seat == Seat::ZERO { 'w' } else { 'b' });
            out.push(letter(kind));
        }
        if self.is_empty() {
            out.push('-');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(write: impl Fn(&mut String)) -> String {
        let mut text = String::new();
        write(&mut text);
        text
    }

    fn moves(white: &str, black: &str) -> String {
        let chosen = [white, black].map(|letters| Cards::pair(read_pair(letters).expect("two cards")));
        text(|out| Moves::of(chosen).write(out))
    }

    #[test]
    fn rule_w1_has_ten_pairs_that_read_as_they_are_written() {
        let pairs: Vec<String> = (0..PAIRS).map(|number| text(|out| write_pair(number, out))).collect();
        assert_eq!(pairs.join(" "), "NB NR NQ NK BR BQ BK RQ RK QK");
        assert!(pairs.iter().enumerate().all(|(number, pair)| read_pair(pair) == Some(number)));
        for wrong in ["", "N", "BN", "NN", "NBR", "NP", "nb", "??", "-"] {
            assert_eq!(read_pair(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn rule_w3_leaves_three_choices_or_ten() {
        assert_eq!(Cards::NONE.choices().count_ones(), 10);
        for number in 0..PAIRS {
            let face_up = Cards::pair(number);
            let left = (0..PAIRS).filter(|choice| face_up.choices() >> choice & 1 != 0);
            let left: Vec<Cards> = left.map(Cards::pair).collect();
            assert_eq!(left.len(), 3);
            assert!(left.iter().all(|pair| !pair.meets(face_up)));
        }
    }

    #[test]
    fn rules_w4_and_w5_give_each_card_its_moves_in_the_order_of_value() {
        assert_eq!(moves("BQ", "BR"), "bR,bR,wQ,wQ");
        assert_eq!(moves("BR", "BR"), "-");
        assert_eq!(moves("BR", "NQ"), "bN,wB,wR,bQ");
        assert_eq!(moves("NK", "NB"), "bB,bB,wK,wK");
        assert_eq!(moves("QK", "NK"), "bN,bN,wQ,wQ");
        assert_eq!(moves("NB", "RQ"), "wN,wB,bR,bQ");
    }

    /// The same by other words: four moves or none, two of each seat, values never falling, a card that has
    /// moves has as many as the others.
    #[test]
    fn rules_w4_and_w5_hold_for_all_pairs() {
        for chosen in (0..PAIRS).flat_map(|white| (0..PAIRS).map(move |black| [white, black])) {
            let cards = chosen.map(Cards::pair);
            let moves: Vec<(Seat, Kind)> = Moves::of(cards).each().collect();
            assert_eq!(moves.len(), if chosen[0] == chosen[1] { 0 } else { 4 });
            assert!(moves.windows(2).all(|pair| pair[0].1 as u8 <= pair[1].1 as u8));
            for (seat, kind) in Seat::BOTH.into_iter().flat_map(|seat| KINDS.map(|kind| (seat, kind))) {
                let [own, other] = [0, 1].map(|at| cards[seat.index() ^ at].has(kind));
                let matches = KINDS.iter().any(|&kind| cards.iter().all(|cards| cards.has(kind)));
                let expected = if own && !other { 1 + usize::from(matches) } else { 0 };
                assert_eq!(moves.iter().filter(|&&made| made == (seat, kind)).count(), expected);
            }
        }
    }

    #[test]
    fn what_came_before_the_moves_left_is_known() {
        let all = Moves::of([Cards::pair(5), Cards::pair(4)]);
        assert_eq!(all.previous(all), None);
        assert_eq!(all.rest().previous(all), Some((Seat::ONE, Kind::Rook)));
        assert_eq!(Moves::NONE.previous(all), Some((Seat::ZERO, Kind::Queen)));
        assert_eq!(all.tails().count(), 5);
    }
}
