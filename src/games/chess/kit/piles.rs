//! Cards that stand for the pieces and the checkers of either color, and piles of them: hands, draw piles,
//! discards (Tar Pit T1, Cooperative Chess 6.1).

use super::bitboard::{Bitboard, cells};
use super::pieces::Kind;
use super::placement;
use crate::board::pext;
use crate::game::{FenError, Item, OffBoardGroup, Piece, Rng, Seat, Thing, below};
use crate::packing::pack_fields;

/// How many cards there are of each color: one for each kind of piece, and the checkers card.
pub const OF_EACH: usize = Kind::ALL.len() + 1;
/// How many different cards there are.
pub const CARDS: usize = 2 * OF_EACH;
/// How many of them stand for pieces.
pub const PIECE_CARDS: usize = 2 * Kind::ALL.len();

/// The letters of all cards in the order in which Tar Pit Chess writes them (T15).
pub const RISING: &str = "PNBRQKCpnbrqkc";
/// Those of the cards for pieces in the order of Cooperative Chess (6.8).
pub const FALLING: &str = "KQRBNPkqrbnp";

/// A card, numbered in the order `PNBRQKCpnbrqkc`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Card(u8);
pack_fields!(Card { 0 });

impl Card {
    /// All of them, in their order.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..CARDS).map(Card::new)
    }

    /// The card with that number.
    #[inline(always)]
    pub const fn new(number: usize) -> Card {
        Card((number % CARDS) as u8)
    }

    /// Its number.
    #[inline(always)]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// The card for a piece with that number among those, six of each color.
    #[inline(always)]
    pub const fn of_piece(number: usize) -> Card {
        let number = number % PIECE_CARDS;
        Card::new(number + number / Kind::ALL.len())
    }

    /// Its number among the cards for pieces.
    #[inline(always)]
    pub const fn piece_number(self) -> usize {
        self.number() - self.number() / OF_EACH
    }

    /// Whose color it has.
    #[inline(always)]
    pub const fn seat(self) -> Seat {
        Seat::from_bool(self.0 >= OF_EACH as u8)
    }

    /// The kind of piece that it stands for; none: it is a checkers card.
    #[inline(always)]
    pub fn kind(self) -> Option<Kind> {
        Kind::ALL.get(self.number() % OF_EACH).copied()
    }

    /// Its letter: White's are capitals.
    pub fn letter(self) -> char {
        match self.kind() {
            Some(kind) => placement::letter(kind, self.seat()),
            None if self.seat() == Seat::ZERO => 'C',
            None => 'c',
        }
    }

    /// The card with that letter.
    pub fn of_letter(letter: char) -> Option<Card> {
        Card::all().find(|card| card.letter() == letter)
    }

    /// The card that a text names, which is one letter.
    pub fn read(text: &str) -> Option<Card> {
        let mut letters = text.chars();
        letters.next().and_then(Card::of_letter).filter(|_| letters.next().is_none())
    }

    /// The card as it is drawn.
    pub fn drawn(self) -> Thing {
        let kind = self.kind().map_or("man", |kind| kind.name());
        Thing::Card(Piece::new(Some(self.seat()), kind, self.letter()))
    }
}

/// A pile of cards in no order: how many there are of each, four bits a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pile(u64);
pack_fields!(Pile { 0 });

/// No pile has more of one card.
const MOST: u8 = 15;
/// The lowest of the four bits of each card.
const ONES: u64 = 0x11_1111_1111_1111;

impl Pile {
    /// Returns a card for each piece of the orthodox array, and `checkers` checkers cards of each color (T1).
    pub fn deck(checkers: u8) -> Pile {
        let mut deck = Pile::default();
        for card in Card::all() {
            let many = match card.kind() {
                Some(Kind::Pawn) => 8,
                Some(Kind::Knight | Kind::Bishop | Kind::Rook) => 2,
                Some(Kind::Queen | Kind::King) => 1,
                None => checkers,
            };
            (0..many).for_each(|_| deck.add(card));
        }
        deck
    }

    /// How many cards there are.
    #[inline(always)]
    pub const fn count(self) -> u8 {
        let bytes = (self.0 & 0x0F0F_0F0F_0F0F_0F0F) + (self.0 >> 4 & 0x0F0F_0F0F_0F0F_0F0F);
        (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
    }

    /// Whether there is none.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are of one card.
    #[inline(always)]
    pub const fn of(self, card: Card) -> u8 {
        (self.0 >> (4 * card.0) & 15) as u8
    }

    /// How many there are of each card, those of a seat's color first.
    #[inline(always)]
    pub fn counts(self, seat: Seat) -> [u8; CARDS] {
        const COLOR: usize = 4 * OF_EACH;
        let seen = if seat.of_two() == Seat::ZERO { self.0 } else { self.0 >> COLOR | self.0 << COLOR };
        std::array::from_fn(|at| (seen >> (4 * at) & 15) as u8)
    }

    /// The numbers of the cards that there are, a bit for each.
    #[inline(always)]
    pub fn numbers(self) -> Bitboard {
        pext(self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3, ONES)
    }

    /// Returns the set of the different cards for pieces, numbered without the checkers cards.
    #[inline(always)]
    pub fn pieces(self) -> Bitboard {
        const WHITE: Bitboard = (1 << Kind::ALL.len()) - 1;
        const BLACK: Bitboard = WHITE << Kind::ALL.len();
        self.numbers() & WHITE | self.numbers() >> 1 & BLACK
    }

    /// Returns the different cards in their order, each with its count.
    #[inline(always)]
    pub fn cards(self) -> impl Iterator<Item = (Card, u8)> {
        cells(self.numbers()).map(move |number| (Card(number), self.of(Card(number))))
    }

    /// Puts a card on the pile.
    #[inline(always)]
    pub fn add(&mut self, card: Card) {
        if self.of(card) < MOST {
            self.0 += 1 << (4 * card.0);
        }
    }

    /// Takes a card off it.
    #[inline(always)]
    pub fn take(&mut self, card: Card) {
        if self.of(card) > 0 {
            self.0 -= 1 << (4 * card.0);
        }
    }

    /// Takes off a card, each of those on the pile being as likely.
    pub fn draw(&mut self, rng: &mut Rng) -> Option<Card> {
        let mut left = below(rng, usize::from(self.count()).max(1)) as u8;
        let (drawn, _) = self.cards().find(|&(_, many)| {
            let found = left < many;
            left = left.saturating_sub(many);
            found
        })?;
        self.take(drawn);
        Some(drawn)
    }

    /// The first cards and the rest of the pile, shuffled.
    pub fn dealt(mut self, cards: u8, rng: &mut Rng) -> (Pile, Pile) {
        let mut hand = Pile::default();
        for _ in 0..cards {
            if let Some(card) = self.draw(rng) {
                hand.add(card);
            }
        }
        (hand, self)
    }

    /// The cards of two piles, as far as there is room for them.
    pub fn with(mut self, other: Pile) -> Pile {
        for (card, many) in other.cards() {
            (0..many).for_each(|_| self.add(card));
        }
        self
    }

    /// The cards of this pile without those of another.
    pub fn without(mut self, other: Pile) -> Pile {
        for (card, many) in other.cards() {
            (0..many).for_each(|_| self.take(card));
        }
        self
    }

    /// Appends the letters of the cards in an order, or the same number of question marks if the pile is not
    /// `open`. Appends `-` if there are none.
    pub fn write(self, order: &str, open: bool, out: &mut String) {
        if self.is_empty() {
            out.push('-');
        }
        for letter in order.chars() {
            let many = Card::of_letter(letter).map_or(0, |card| self.of(card));
            (0..many).for_each(|_| out.push(if open { letter } else { '?' }));
        }
    }

    /// Reads a pile whose cards stand in an order.
    ///
    /// # Errors
    ///
    /// Returns [`FenError::Field`] if the text is not `-` or letters of cards in this order, or if it has too
    /// many cards of a type.
    pub fn read(name: &'static str, order: &str, field: &str) -> Result<Pile, FenError> {
        let (mut pile, mut last) = (Pile::default(), 0);
        for letter in field.chars().filter(|_| field != "-") {
            let place = order.find(letter).filter(|&place| place >= last);
            let card = place.zip(Card::of_letter(letter)).filter(|&(_, card)| pile.of(card) < MOST);
            let Some((place, card)) = card else {
                let problem = format!("expected letters of cards in the order {order}, or '-'");
                return Err(FenError::field(name, field, problem));
            };
            last = place;
            pile.add(card);
        }
        match field {
            "" => Err(FenError::field(name, field, "expected letters of cards, or '-'")),
            _ => Ok(pile),
        }
    }

    /// Returns the pile as shown off the board, face down unless it is `open`.
    pub fn off_board(self, seat: Option<Seat>, label: &'static str, open: bool) -> OffBoardGroup {
        let items = match open {
            true => self.cards().map(|(card, many)| Item::many(card.drawn(), many.into())).collect(),
            false if self.is_empty() => Vec::new(),
            false => vec![Item::many(Thing::Hidden, self.count().into())],
        };
        OffBoardGroup::of(seat, label, items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rng_for;

    #[test]
    fn a_pile_counts_its_cards() {
        let deck = Pile::deck(2);
        assert_eq!((deck.count(), deck.numbers()), (36, (1 << CARDS) - 1));
        assert_eq!(Pile::deck(0).count(), 32);
        let mut text = String::new();
        deck.write(RISING, true, &mut text);
        assert_eq!(text, "PPPPPPPPNNBBRRQKCCppppppppnnbbrrqkcc");
        let read = |text: &str| Pile::read("hand", RISING, text);
        assert_eq!(read(&text), Ok(deck));
        assert_eq!(deck.cards().map(|(_, many)| many).sum::<u8>(), 36);
        assert!(read("pP").is_err() && read("PX").is_err());
        assert!(read("").is_err() && read(&"P".repeat(16)).is_err());
        assert!(
            Card::read("Q").is_some_and(|card| card.kind() == Some(Kind::Queen) && card.seat() == Seat::ZERO)
        );
        assert_eq!((Card::read("QQ"), Card::read("")), (None, None));
    }

    #[test]
    fn cards_for_pieces_are_numbered_without_the_others() {
        let deck = Pile::deck(0);
        assert_eq!((deck.count(), deck.pieces()), (32, (1 << PIECE_CARDS) - 1));
        assert_eq!(Pile::deck(2).pieces(), deck.pieces());
        for (number, letter) in "PNBRQKpnbrqk".chars().enumerate() {
            let card = Card::of_letter(letter).expect("a card");
            assert_eq!((card, card.piece_number()), (Card::of_piece(number), number));
            let mut pile = Pile::default();
            pile.add(card);
            assert_eq!(pile.pieces(), 1 << number);
        }
        let mut text = String::new();
        deck.write(FALLING, true, &mut text);
        assert_eq!(text, "KQRRBBNNPPPPPPPPkqrrbbnnpppppppp");
        assert_eq!(Pile::read("draw pile", FALLING, &text), Ok(deck));
        assert!(Pile::read("hand", FALLING, "PK").is_err() && Pile::read("hand", FALLING, "C").is_err());
    }

    #[test]
    fn cards_are_drawn_as_often_as_there_are_of_them() {
        let pile = Pile::read("hand", RISING, "PPPBkc").expect("letters");
        let (mut rng, mut drawn) = (rng_for(1, 0, 0), [0u32; CARDS]);
        for _ in 0..6000 {
            let (hand, rest) = pile.dealt(1, &mut rng);
            assert_eq!((hand.count(), hand.with(rest)), (1, pile));
            assert_eq!((pile.without(hand), pile.without(rest)), (rest, hand));
            drawn[hand.numbers().trailing_zeros() as usize] += 1;
        }
        for card in Card::all() {
            let [own, other] = [pile.counts(card.seat()), pile.counts(card.seat().other())];
            let at = card.number() % OF_EACH;
            assert_eq!([own[at], other[at + OF_EACH]], [pile.of(card); 2]);
            let expected = u32::from(pile.of(card)) * 1000;
            assert!(drawn[card.number()].abs_diff(expected) < 120, "{drawn:?}");
        }
        let (hand, rest) = pile.dealt(9, &mut rng);
        assert_eq!((hand, rest), (pile, Pile::default()), "no more than there are");
    }
}
