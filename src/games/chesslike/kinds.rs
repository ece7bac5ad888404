//! The kinds of pieces of a game, as data.

use std::borrow::Cow;

/// The number of a kind within its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(u8);

/// The largest number of kinds of a game.
pub const MAX_KINDS: usize = 30;

impl Kind {
    /// Returns the kind with this number, which is below [`MAX_KINDS`].
    pub const fn new(number: u8) -> Kind {
        Kind(number)
    }

    /// Returns the number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the number as an index of arrays.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a kind of pieces is called and what it is worth. Its moves are in the seats' movements.
#[derive(Clone, Debug)]
pub struct KindSpec {
    /// The name, in singular.
    pub name: Cow<'static, str>,
    /// The capital letter in position strings, and what it has to mark a promoted piece.
    pub letter: char,
    pub mark: PromotedMark,
    /// The kind that a captured piece becomes in hand.
    pub base: Kind,
    /// The value in hundredths of a pawn.
    pub hundredths: i32,
    pub role: KindRole,
    /// How many seats the army of its pieces comes after their owner. 0 for pieces that were not drafted.
    pub army_offset: u8,
    /// Whether a pawn of this kind can be captured on a cell that it passed over.
    pub en_passant: bool,
}

/// How position strings mark a promoted piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromotedMark {
    None,
    /// `+P`, as in shogi.
    Plus,
    /// `Q~`, as in crazyhouse.
    Tilde,
}

impl PromotedMark {
    /// Returns a letter with the mark.
    pub fn text(self, letter: char) -> String {
        match self {
            PromotedMark::None => letter.to_string(),
            PromotedMark::Plus => format!("+{letter}"),
            PromotedMark::Tilde => format!("{letter}~"),
        }
    }
}

/// The part that a kind plays in the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KindRole {
    /// Its moves cannot be undone, and it promotes.
    Pawn,
    /// A seat has at most one piece of this kind, and loses by its loss.
    Royal,
    /// Any other.
    Officer,
}

/// The kinds of chess in the order of their numbers.
pub mod chess {
    use super::{Kind, KindRole, KindSpec, PromotedMark};
    use crate::games::chess::kit::pieces::Kind as ChessKind;

    pub const PAWN: Kind = Kind::new(ChessKind::Pawn as u8);
    pub const KNIGHT: Kind = Kind::new(ChessKind::Knight as u8);
    pub const BISHOP: Kind = Kind::new(ChessKind::Bishop as u8);
    pub const ROOK: Kind = Kind::new(ChessKind::Rook as u8);
    pub const QUEEN: Kind = Kind::new(ChessKind::Queen as u8);
    pub const KING: Kind = Kind::new(ChessKind::King as u8);

    /// The kinds to which pawns promote, the most common first.
    pub const PROMOTES_TO: [Kind; 4] = [QUEEN, KNIGHT, BISHOP, ROOK];

    /// Returns all six kinds.
    pub fn kinds() -> Vec<KindSpec> {
        let kind = |kind: ChessKind| KindSpec {
            name: kind.name().into(),
            letter: char::from(kind.letter().to_ascii_uppercase()),
            hundredths: kind.hundredths(),
            role: match kind {
                ChessKind::Pawn => KindRole::Pawn,
                ChessKind::King => KindRole::Royal,
                _ => KindRole::Officer,
            },
            mark: PromotedMark::None,
            base: Kind::new(kind as u8),
            army_offset: 0,
            en_passant: kind == ChessKind::Pawn,
        };
        ChessKind::ALL.into_iter().map(kind).collect()
    }
}
