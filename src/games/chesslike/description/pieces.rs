//! The kinds of pieces of a description.

use super::betza::{self, Atom};
use super::keys::{CASTLING, PIECE, PROMOTION};
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

/// The promotion of a kind: the kinds to which it promotes, and the names of cells.
#[derive(Clone, Debug)]
pub struct DescribedPromotion {
    pub to: Vec<Kind>,
    pub on: Option<Vec<String>>,
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
pub fn read_kinds(entry: &Entry) -> Result<Vec<DescribedKind>, Problem> {
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
    let letters: Vec<char> = items.iter().map(|&(letter, _)| letter).collect();
    let kinds: Vec<DescribedKind> =
        items.iter().map(|(letter, item)| read_kind(*letter, item, &letters)).collect::<Result<_, _>>()?;
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

fn read_kind(letter: char, entry: &Entry, letters: &[char]) -> Result<DescribedKind, Problem> {
    let table = entry.table_of(PIECE)?;
    let moves = table.require("moves")?;
    let atoms =
        betza::parse(moves.text()?).map_err(|problem| moves.problem(format!("is no movement: {problem}")))?;
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
    let kind_of = |entry: &Entry, letter: char| {
        let kind = letters.iter().position(|&known| known == letter);
        let all: String = letters.iter().collect();
        kind.map(|kind| Kind::new(kind as u8))
            .ok_or_else(|| entry.problem(format!("names '{letter}', which is not one of the pieces {all}")))
    };
    let promotion = table.get("promotes").map(|entry| {
        let table = entry.table_of(PROMOTION)?;
        let to = table.require("to")?;
        let mut kinds = Vec::new();
        for letter in to.text()?.chars() {
            let kind = kind_of(&to, letter)?;
            if kinds.contains(&kind) {
                return Err(to.problem(format!("names '{letter}' twice")));
            }
            kinds.push(kind);
        }
        if kinds.is_empty() {
            return Err(to.problem("must name at least one kind"));
        }
        let on = table
            .get("on")
            .map(|on| on.text().map(|text| text.split_whitespace().map(str::to_owned).collect()));
        Ok(DescribedPromotion { to: kinds, on: on.transpose()? })
    });
    let castling = table.get("castles").map(|entry| {
        let table = entry.table_of(CASTLING)?;
        let with = table.require("with")?;
        let &[letter] = &with.text()?.chars().collect::<Vec<char>>()[..] else {
            return Err(with.problem("must be the letter of one kind"));
        };
        let steps = table.require("steps")?.integer(2..=6)? as usize;
        Ok(DescribedCastling { with: kind_of(&with, letter)?, steps })
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
        value: table.get("value").map(|value| value.number(0.0..=100.0)).transpose()?,
        royal,
        promotion: promotion.transpose()?,
        en_passant,
        castling: castling.transpose()?,
        place: (table.line, table.path.clone()),
    })
}
