//! The kinds of pieces of a description.

use super::betza::{self, Atom};
use super::keys::{CASTLING, PIECE, PROMOTION};
use crate::board::{Board, Cell};
use crate::games::chess::kit::pieces::Kind as ChessKind;
use crate::games::chesslike::kinds::{Kind, MAX_KINDS};
use crate::games::chesslike::pieces::MAX_PAWN_KINDS;
use crate::games::description::{Entry, Problem};

/// A kind of pieces as described.
#[derive(Clone, Debug)]
pub struct DescribedKind {
    pub letter: char,
    pub name: String,
    pub atoms: Vec<Atom>,
    pub value: Option<f64>,
    pub royal: bool,
    pub promotion: Option<DescribedPromotion>,
    pub en_passant: bool,
    pub castling: Option<DescribedCastling>,
    /// The line and the key, for problems that show later.
    pub place: (usize, String),
}

/// The promotion of a kind: the kinds to which it promotes, and the cells of the first seat.
#[derive(Clone, Debug)]
pub struct DescribedPromotion {
    pub to: Vec<Kind>,
    pub on: Option<Vec<Cell>>,
}

/// The castling of a royal kind: the other kind, and how far the royal piece moves.
#[derive(Clone, Debug)]
pub struct DescribedCastling {
    pub with: Kind,
    pub steps: usize,
}

impl DescribedKind {
    /// Returns a problem of this kind.
    pub fn problem(&self, message: impl Into<String>) -> Problem {
        Problem::new(self.place.0, &self.place.1, message)
    }
}

/// Reads the kinds of pieces, in the order of the description.
///
/// # Errors
///
/// Returns the first problem.
pub fn read_kinds(entry: &Entry, board: &Board) -> Result<Vec<DescribedKind>, Problem> {
    let table = entry.table()?;
    let items: Vec<(char, Entry)> = table
        .entries()
        .map(|(key, item)| match key.chars().collect::<Vec<char>>()[..] {
            [letter @ 'A'..='Z'] => Ok((letter, item)),
            _ => Err(item.problem("must be one capital letter, as in pieces.K")),
        })
        .collect::<Result<_, _>>()?;
    if !(1..=MAX_KINDS).contains(&items.len()) {
        return Err(entry.problem(format!("must have 1 to {MAX_KINDS} kinds, got {}", items.len())));
    }
    let letters: String = items.iter().map(|&(letter, _)| letter).collect();
    let kinds: Vec<DescribedKind> = items
        .iter()
        .map(|(letter, item)| read_kind(*letter, item, &letters, board))
        .collect::<Result<_, _>>()?;
    let royal: Vec<&DescribedKind> = kinds.iter().filter(|kind| kind.royal).collect();
    let promoting: Vec<&DescribedKind> = kinds.iter().filter(|kind| kind.promotion.is_some()).collect();
    let passing: Vec<&DescribedKind> = kinds.iter().filter(|kind| kind.en_passant).collect();
    match (&royal[..], &promoting[..]) {
        _ if passing.len() > 1 => Err(passing[1].problem("must not be captured en passant: another kind is")),
        ([_, second, ..], _) => Err(second.problem("must not be royal: another kind is")),
        ([royal], _) if royal.promotion.is_some() => Err(royal.problem("cannot be royal and promote")),
        (_, more) if more.len() > MAX_PAWN_KINDS => Err(more[MAX_PAWN_KINDS]
            .problem(format!("is one too many: at most {MAX_PAWN_KINDS} kinds can promote"))),
        _ => Ok(kinds),
    }
}

/// Returns the letters of kinds, in their order.
pub fn letters_of(kinds: &[DescribedKind]) -> String {
    kinds.iter().map(|kind| kind.letter).collect()
}

/// Returns the kinds whose letters a text lists. `letters` are those of all kinds.
///
/// # Errors
///
/// Returns a problem if the text is empty, or names a kind that does not exist or that it has named.
pub fn kinds_of(entry: &Entry, letters: &str) -> Result<Vec<Kind>, Problem> {
    let mut kinds = Vec::new();
    for letter in entry.text()?.chars() {
        let known = letters.chars().position(|known| known == letter);
        let missing = || entry.problem(format!("names '{letter}', which is not one of the pieces {letters}"));
        let kind = Kind::new(known.ok_or_else(missing)? as u8);
        if kinds.contains(&kind) {
            return Err(entry.problem(format!("names '{letter}' twice")));
        }
        kinds.push(kind);
    }
    if kinds.is_empty() { Err(entry.problem("must name at least one kind")) } else { Ok(kinds) }
}

fn read_kind(letter: char, entry: &Entry, letters: &str, board: &Board) -> Result<DescribedKind, Problem> {
    let table = entry.table_of(PIECE)?;
    let moves = table.require("moves")?;
    let atoms = betza::parse(moves.text()?)
        .and_then(|atoms| betza::on_shape(atoms, board.shape()))
        .map_err(|problem| moves.problem(format!("is no movement: {problem}")))?;
    let known = ChessKind::of_letter(letter as u8).map(|kind| kind.name().to_owned());
    let name = match table.get("name") {
        Some(name) => {
            let text = name.text()?;
            let is_word = !text.is_empty()
                && text.len() <= 24
                && text.chars().all(|at| at.is_alphanumeric() || at == '-');
            if !is_word {
                return Err(name.problem(format!("must be one word of at most 24 letters, got '{text}'")));
            }
            text.to_lowercase()
        }
        None => known.ok_or_else(|| table.problem("needs a name: the letter is not one of chess"))?,
    };
    let flag = |key: &str| table.get(key).map_or(Ok(false), |entry| entry.flag());
    let promotion = table.get("promotes").map(|entry| {
        let table = entry.table_of(PROMOTION)?;
        let to = table.require("to")?;
        let on = table.get("on").map(|on| on.cells(board)).transpose()?;
        Ok(DescribedPromotion { to: kinds_of(&to, letters)?, on })
    });
    let castling = table.get("castles").map(|entry| {
        let table = entry.table_of(CASTLING)?;
        let with = table.require("with")?;
        let &[kind] = &kinds_of(&with, letters)?[..] else {
            return Err(with.problem("must be the letter of one kind"));
        };
        let steps = table.require("steps")?.integer()? as usize;
        Ok(DescribedCastling { with: kind, steps })
    });
    let royal = flag("royal")?;
    if let (Some(castling), false) = (table.get("castles"), royal) {
        return Err(castling.problem("belongs to a royal kind"));
    }
    let en_passant = flag("en-passant")?;
    if let (Some(entry), true, None) = (table.get("en-passant"), en_passant, &promotion) {
        return Err(entry.problem("belongs to a kind that promotes"));
    }
    Ok(DescribedKind {
        letter,
        name,
        atoms,
        value: table.get("value").map(|value| value.number()).transpose()?,
        royal,
        promotion: promotion.transpose()?,
        en_passant,
        castling: castling.transpose()?,
        place: (table.line, table.path.clone()),
    })
}
