//! The kinds of pieces of a description.

use super::betza::{self, Atom};
use super::keys::{CASTLING, DROP, PIECE, PROMOTION, ZONE};
use crate::board::Board;
use crate::games::chess::kit::pieces::Kind as ChessKind;
use crate::games::chesslike::kinds::{Kind, MAX_KINDS, PromotedMark};
use crate::games::description::{CellList, Entry, Problem, Table};

/// A kind of pieces as described.
#[derive(Clone, Debug)]
pub struct DescribedKind {
    pub letter: char,
    pub mark: PromotedMark,
    /// The kind that it becomes in hand.
    pub base: Kind,
    pub name: String,
    pub atoms: Vec<Atom>,
    /// Other moves on some cells of the first seat.
    pub zones: Vec<(CellList, Vec<Atom>)>,
    /// The cells of the first seat from which its first moves are made, and those that it can enter.
    pub home: Option<CellList>,
    pub region: Option<CellList>,
    pub flying_general: bool,
    pub value: Option<f64>,
    pub royal: bool,
    pub promotion: Option<DescribedPromotion>,
    pub en_passant: bool,
    /// The cells of the first seat from which it can be captured en passant, if these are not all.
    pub en_passant_from: Option<CellList>,
    pub drop: Option<DescribedDrop>,
    pub castling: Option<DescribedCastling>,
    /// The line and the key, for problems that show later.
    pub place: (usize, String),
}

/// The promotion of a kind: the kinds to which it promotes, and the cells of the first seat.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribedPromotion {
    pub to: Vec<Kind>,
    pub on: Option<CellList>,
    pub optional: bool,
    pub leaving: bool,
    pub captured_only: bool,
    pub reverts: bool,
}

/// How a kind comes from the hand.
#[derive(Clone, Debug)]
pub struct DescribedDrop {
    pub on: Option<CellList>,
    pub one_per_line: bool,
    pub mates: bool,
}

/// The castling of a kind: the other kind, and how far its piece moves.
#[derive(Clone, Debug)]
pub struct DescribedCastling {
    pub with: Kind,
    pub steps: usize,
    /// How far it moves towards the farther of two.
    pub far_steps: usize,
}

impl DescribedKind {
    /// Returns the text in position strings.
    pub fn text(&self) -> String {
        self.mark.text(self.letter)
    }

    /// Returns all atoms.
    pub fn all_atoms(&self) -> impl Iterator<Item = &Atom> {
        self.atoms.iter().chain(self.zones.iter().flat_map(|(_, atoms)| atoms))
    }

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
    let items: Vec<(String, Entry)> = table
        .entries()
        .map(|(key, item)| match key.strip_prefix('+').unwrap_or(key).as_bytes() {
            [b'A'..=b'Z'] => Ok((key.to_owned(), item)),
            _ => Err(item.problem("must be one capital letter, as in pieces.K, or one after '+'")),
        })
        .collect::<Result<_, _>>()?;
    let texts: Vec<String> = items.iter().map(|(text, _)| text.clone()).collect();
    let mut kinds: Vec<DescribedKind> =
        items.iter().map(|(text, item)| read_kind(text, item, &texts, board)).collect::<Result<_, _>>()?;
    add_reverting_kinds(&mut kinds)?;
    if !(1..=MAX_KINDS).contains(&kinds.len()) {
        return Err(entry.problem(format!("must have 1 to {MAX_KINDS} kinds, got {}", kinds.len())));
    }
    let royal: Vec<&DescribedKind> = kinds.iter().filter(|kind| kind.royal).collect();
    let passing: Vec<&DescribedKind> = kinds.iter().filter(|kind| kind.en_passant).collect();
    if let Some(second) = kinds.iter().filter(|kind| kind.castling.is_some()).nth(1) {
        return Err(second.problem("must not castle: another kind does"));
    }
    match &royal[..] {
        _ if passing.len() > 1 => Err(passing[1].problem("must not be captured en passant: another kind is")),
        [_, second, ..] => Err(second.problem("must not be royal: another kind is")),
        [royal] if royal.promotion.is_some() => Err(royal.problem("cannot be royal and promote")),
        _ => Ok(kinds),
    }
}

/// Adds a kind for each promotion that reverts: it moves as the kind that is named, and comes to a hand as
/// the kind that promoted.
fn add_reverting_kinds(kinds: &mut Vec<DescribedKind>) -> Result<(), Problem> {
    for number in 0..kinds.len() {
        let Some(promotion) = kinds[number].promotion.clone().filter(|promotion| promotion.reverts) else {
            continue;
        };
        let mut reverting = Vec::new();
        for to in promotion.to {
            let named = &kinds[to.index()];
            if named.mark != PromotedMark::None {
                return Err(kinds[number].problem(format!(
                    "needs no 'reverts' to promote to {}, which comes to a hand without its mark",
                    named.text()
                )));
            }
            let kind = DescribedKind {
                mark: PromotedMark::Tilde,
                base: Kind::new(number as u8),
                name: format!("promoted {}", named.name),
                promotion: None,
                castling: None,
                ..named.clone()
            };
            let known = kinds.iter().position(|other| (other.letter, other.mark) == (kind.letter, kind.mark));
            reverting.push(Kind::new(known.unwrap_or(kinds.len()) as u8));
            match known {
                Some(known) if kinds[known].base != kind.base => {
                    return Err(kinds[number].problem("must be the only kind that promotes and reverts"));
                }
                Some(_) => {}
                None => kinds.push(kind),
            }
        }
        if let Some(promotion) = &mut kinds[number].promotion {
            promotion.to = reverting;
        }
    }
    Ok(())
}

/// Returns the texts of kinds, in their order.
pub fn texts_of(kinds: &[DescribedKind]) -> Vec<String> {
    kinds.iter().map(DescribedKind::text).collect()
}

/// Returns the kinds whose letters a text lists. `texts` are those of all kinds.
///
/// # Errors
///
/// Returns a problem if the text is empty, or names a kind that does not exist.
pub fn listed_kinds(entry: &Entry, texts: &[String]) -> Result<Vec<Kind>, Problem> {
    let mut kinds = Vec::new();
    let mut rest = entry.text()?;
    while !rest.is_empty() {
        let marked = if rest.starts_with('+') { 2 } else { 1 };
        let end = rest.char_indices().nth(marked).map_or(rest.len(), |(at, _)| at);
        let (text, after) = rest.split_at(end);
        let known = texts.iter().position(|known| known == text);
        let missing =
            || entry.problem(format!("names '{text}', which is not one of the pieces {}", texts.join(" ")));
        kinds.push(Kind::new(known.ok_or_else(missing)? as u8));
        rest = after;
    }
    if kinds.is_empty() { Err(entry.problem("must name at least one kind")) } else { Ok(kinds) }
}

/// Returns the kinds whose letters a text lists, each once: see [`listed_kinds`].
///
/// # Errors
///
/// Returns a problem as well if the text names a kind twice.
pub fn kinds_of(entry: &Entry, texts: &[String]) -> Result<Vec<Kind>, Problem> {
    let kinds = listed_kinds(entry, texts)?;
    match (1..kinds.len()).find(|&at| kinds[..at].contains(&kinds[at])) {
        Some(at) => Err(entry.problem(format!("names '{}' twice", texts[kinds[at].index()]))),
        None => Ok(kinds),
    }
}

fn read_moves(table: &Table, board: &Board) -> Result<Vec<Atom>, Problem> {
    let moves = table.require("moves")?;
    let atoms = betza::parse(moves.text()?).and_then(|atoms| betza::on_shape(atoms, board.shape()));
    atoms.map_err(|problem| moves.problem(format!("is no movement: {problem}")))
}

fn read_kind(text: &str, entry: &Entry, texts: &[String], board: &Board) -> Result<DescribedKind, Problem> {
    let table = entry.table_of(PIECE)?;
    let mark = if text.starts_with('+') { PromotedMark::Plus } else { PromotedMark::None };
    let letter = text.chars().last().unwrap_or_default();
    let base = texts.iter().position(|other| other.chars().eq([letter]));
    let base = base.ok_or_else(|| entry.problem(format!("needs a kind '{letter}', from which it comes")))?;
    let atoms = read_moves(&table, board)?;
    let cells = |key: &str| table.get(key).map(|entry| CellList::read(&entry, board)).transpose();
    let mut zones: Vec<(CellList, Vec<Atom>)> = Vec::new();
    for zone in table.get("zones").map_or(Ok(Vec::new()), |entry| entry.list())? {
        let zone = zone.table_of(ZONE)?;
        let entry = zone.require("cells")?;
        let own = CellList::read(&entry, board)?;
        let known: Vec<_> = zones.iter().flat_map(|(cells, _)| cells.of_first_seat(board)).collect();
        if let Some(cell) = own.of_first_seat(board).iter().find(|cell| known.contains(cell)) {
            return Err(entry.problem(format!("names {}, which another zone has", board.name(*cell))));
        }
        zones.push((own, read_moves(&zone, board)?));
    }
    let known = ChessKind::of_letter(letter as u8).filter(|_| mark == PromotedMark::None);
    let known = known.map(|kind| kind.name().to_owned());
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
    let promotion = table.get("promotes").map(|entry| read_promotion(&entry, texts, board)).transpose()?;
    let royal = flag("royal")?;
    let flying_general = flag("flying-general")?;
    if let (Some(entry), true, false) = (table.get("flying-general"), flying_general, royal) {
        return Err(entry.problem("belongs to a royal kind"));
    }
    let en_passant = flag("en-passant")?;
    if let (Some(entry), true, None) = (table.get("en-passant"), en_passant, &promotion) {
        return Err(entry.problem("belongs to a kind that promotes"));
    }
    Ok(DescribedKind {
        letter,
        mark,
        base: Kind::new(base as u8),
        en_passant_from: cells("en-passant-from")?,
        drop: table.get("drop").map(|entry| read_drop(&entry, board)).transpose()?,
        name,
        atoms,
        zones,
        home: cells("home")?,
        region: cells("region")?,
        flying_general,
        value: table.get("value").map(|value| value.number()).transpose()?,
        royal,
        promotion,
        en_passant,
        castling: table.get("castles").map(|entry| read_castling(&entry, texts)).transpose()?,
        place: (table.line, table.path.clone()),
    })
}

fn read_promotion(entry: &Entry, texts: &[String], board: &Board) -> Result<DescribedPromotion, Problem> {
    let table = entry.table_of(PROMOTION)?;
    let flag = |key: &str| table.get(key).map_or(Ok(false), |entry| entry.flag());
    Ok(DescribedPromotion {
        to: kinds_of(&table.require("to")?, texts)?,
        on: table.get("on").map(|on| CellList::read(&on, board)).transpose()?,
        optional: flag("optional")?,
        leaving: flag("leaving")?,
        captured_only: flag("captured-only")?,
        reverts: flag("reverts")?,
    })
}

fn read_castling(entry: &Entry, texts: &[String]) -> Result<DescribedCastling, Problem> {
    let table = entry.table_of(CASTLING)?;
    let with = table.require("with")?;
    let &[kind] = &kinds_of(&with, texts)?[..] else {
        return Err(with.problem("must be the letter of one kind"));
    };
    let steps = table.require("steps")?.integer()?;
    let far_steps = table.get("far-steps").map_or(Ok(steps), |steps| steps.integer())?;
    Ok(DescribedCastling { with: kind, steps: steps as usize, far_steps: far_steps as usize })
}

fn read_drop(entry: &Entry, board: &Board) -> Result<DescribedDrop, Problem> {
    let table = entry.table_of(DROP)?;
    Ok(DescribedDrop {
        on: table.get("on").map(|on| CellList::read(&on, board)).transpose()?,
        one_per_line: table.get("one-per-line").map_or(Ok(false), |entry| entry.flag())?,
        mates: table.get("mates").map_or(Ok(true), |entry| entry.flag())?,
    })
}
