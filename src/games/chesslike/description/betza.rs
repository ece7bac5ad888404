//! Movements in Betza's notation, as Fairy-Stockfish and XBoard read it.
//!
//! An atom is a path on the lattice: some steps through sides, then some through corners. So the same text
//! means something on squares and on hexagons. Modifiers before the atom select directions and restrict the
//! move; a doubled letter or a number after it makes a rider.

use crate::board::Shape;
use crate::games::chesslike::variant_spec::{HopperKind, MoveMode};
use std::ops::RangeInclusive;

/// The steps of an atom through sides and through corners, and the longest ride. 0 stands for any length.
type Steps = (u8, u8, u8);

/// The letters of atoms. Some stand for two atoms.
const ATOMS: [(char, &[Steps]); 15] = [
    ('W', &[(1, 0, 1)]),
    ('F', &[(0, 1, 1)]),
    ('D', &[(2, 0, 1)]),
    ('N', &[(1, 1, 1)]),
    ('A', &[(0, 2, 1)]),
    ('H', &[(3, 0, 1)]),
    ('C', &[(2, 1, 1)]),
    ('L', &[(2, 1, 1)]),
    ('Z', &[(1, 2, 1)]),
    ('J', &[(1, 2, 1)]),
    ('G', &[(0, 3, 1)]),
    ('K', &[(1, 0, 1), (0, 1, 1)]),
    ('R', &[(1, 0, 0)]),
    ('B', &[(0, 1, 0)]),
    ('Q', &[(1, 0, 0), (0, 1, 0)]),
];

/// One atom of a movement with its modifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The letter, for messages.
    pub letter: char,
    /// The steps through sides, then those through corners.
    pub sides: u8,
    pub corners: u8,
    /// The longest ride, 0 for any length. 1 is a single step or leap.
    pub range: u8,
    pub moves: bool,
    pub captures: bool,
    /// Whether it is only made from a cell of the set-up.
    pub initial: bool,
    /// Whether the cells between must be empty.
    pub lame: bool,
    /// Whether it hops over one piece, and how.
    pub hopper: Option<HopperKind>,
    /// The letters of directions. Empty for all.
    pub directions: String,
}

impl Atom {
    /// Whether it only moves, only captures, or both.
    pub fn mode(&self) -> MoveMode {
        match (self.moves, self.captures) {
            (true, true) => MoveMode::Both,
            (true, false) => MoveMode::Move,
            _ => MoveMode::Capture,
        }
    }

    /// Whether its step is one direction of the lattice.
    pub fn is_straight(&self) -> bool {
        self.sides + self.corners == 1
    }

    /// Whether it slides to any distance, and captures there.
    pub fn is_slider(&self) -> bool {
        let is_plain = self.hopper.is_none() && !self.initial && self.mode() == MoveMode::Both;
        is_plain && self.range == 0 && self.is_straight()
    }

    /// Whether it makes a leap, which another atom is, once or twice without capturing.
    pub fn is_double_hop(&self, leap: &Atom) -> bool {
        let captures = Atom { range: 1, captures: true, ..self.clone() };
        !self.is_straight() && self.range == 2 && self.mode() == MoveMode::Move && captures == *leap
    }

    /// Returns the longest ride as a number of steps.
    pub fn reach(&self) -> u8 {
        if self.range == 0 { u8::MAX } else { self.range }
    }
}

/// Reads a movement.
///
/// # Errors
///
/// Returns what is wrong with the text, and what is valid.
pub fn parse(text: &str) -> Result<Vec<Atom>, String> {
    let mut atoms = Vec::new();
    let mut rest = text.chars().filter(|letter| !letter.is_whitespace()).peekable();
    while rest.peek().is_some() {
        let mut modifiers = String::new();
        while let Some(letter) = rest.next_if(char::is_ascii_lowercase) {
            modifiers.push(letter);
        }
        let Some(letter) = rest.next() else {
            return Err(format!("'{modifiers}' must be followed by an atom, such as {modifiers}W"));
        };
        let known = ATOMS.iter().find(|(known, _)| *known == letter);
        let Some((_, steps)) = known else {
            return Err(format!("'{letter}' is not an atom; expected one of {}", letters()));
        };
        let mut range = None;
        if rest.next_if_eq(&letter).is_some() {
            range = Some(0);
        }
        let mut digits = String::new();
        while let Some(digit) = rest.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        if !digits.is_empty() {
            const RANGE: RangeInclusive<u8> = 0..=24;
            range = Some(digits.parse().ok().filter(|range| RANGE.contains(range)).ok_or_else(|| {
                format!("the range of {letter}{digits} must be from {} to {}", RANGE.start(), RANGE.end())
            })?);
        }
        for &(sides, corners, usual) in *steps {
            let atom = Atom {
                letter,
                sides,
                corners,
                range: range.unwrap_or(usual),
                moves: true,
                captures: true,
                initial: false,
                lame: false,
                hopper: None,
                directions: String::new(),
            };
            atoms.push(modified(atom, &modifiers)?);
        }
    }
    if atoms.is_empty() { Err("must have at least one atom, such as W".into()) } else { Ok(atoms) }
}

/// Returns atoms as a board with cells of a shape has them.
///
/// On triangles a step through a side leads to three cells, and a step through a corner straight on, through
/// sides and corners by turns. The cells that touch a cell are those straight on, and those two steps through
/// sides away. A knight leaps straight on twice and then through a side (Tri-Chess 4).
///
/// # Errors
///
/// Returns a message if an atom has no meaning on the shape.
pub fn on_shape(mut atoms: Vec<Atom>, shape: Shape) -> Result<Vec<Atom>, String> {
    if shape != Shape::Triangles {
        return Ok(atoms);
    }
    for atom in &mut atoms {
        match (atom.letter, atom.sides, atom.corners) {
            ('K', 1, _) => atom.sides = 2,
            (_, 1, 1) | (_, 0, _) | (_, _, 0) => {}
            (letter, ..) => {
                return Err(format!(
                    "'{letter}' has no meaning on triangles; of the leaps of two parts only N has"
                ));
            }
        }
    }
    Ok(atoms)
}

/// Returns the letters of atoms, for messages.
fn letters() -> String {
    let letters = ATOMS.iter().map(|(letter, _)| letter.to_string());
    letters.collect::<Vec<String>>().join(" ")
}

/// Returns an atom with modifiers.
fn modified(mut atom: Atom, modifiers: &str) -> Result<Atom, String> {
    let (moves, captures) = (modifiers.contains('m'), modifiers.contains('c'));
    (atom.moves, atom.captures) = if moves == captures { (true, true) } else { (moves, captures) };
    for modifier in modifiers.chars() {
        match modifier {
            'm' | 'c' => {}
            'i' => atom.initial = true,
            'n' => atom.lame = true,
            'p' => atom.hopper = Some(HopperKind::Cannon),
            'g' => atom.hopper = Some(HopperKind::Grasshopper),
            'f' | 'b' | 'l' | 'r' | 's' | 'v' | 'h' => atom.directions.push(modifier),
            _ => {
                return Err(format!(
                    "'{modifier}' is not a modifier; expected m (only moves), c (only captures), i (only from \
                     a cell of the set-up), n (blocked by pieces between), p (over a piece, any distance), g \
                     (over a piece, directly behind it), or the directions f, b, l, r, s, v, h"
                ));
            }
        }
    }
    Ok(atom)
}

/// Returns which of some angles, in degrees clockwise from straight ahead, the letters of directions select.
///
/// A letter selects a half (f, b, l, r): of that half what lies nearest to its line, as the two longer hops
/// of a knight ahead. With h it is the whole half. v stands for f and b, s for l and r. Two letters across
/// select what satisfies both, or either if nothing satisfies both: fr is one direction of F and two of W.
pub fn select(directions: &str, angles: &[f64]) -> Vec<bool> {
    if directions.is_empty() {
        return vec![true; angles.len()];
    }
    let mut all = vec![false; angles.len()];
    let mut letters = directions.chars().filter(|&letter| letter != 'h').peekable();
    let is_half = directions.contains('h');
    while let Some(letter) = letters.next() {
        let other = letters.next_if(|&other| other == letter || is_vertical(other) != is_vertical(letter));
        let other = other.filter(|&other| other != letter);
        let [one, two] = [Some(letter), other].map(|letter| match letter {
            Some(letter) if other.is_some() || is_half => selected(letter, false, angles),
            Some(letter) => selected(letter, true, angles),
            None => vec![true; angles.len()],
        });
        let both: Vec<bool> = one.iter().zip(&two).map(|(one, two)| *one && *two).collect();
        let part = if both.contains(&true) {
            both
        } else {
            one.iter().zip(&two).map(|(one, two)| *one || *two).collect()
        };
        all.iter_mut().zip(part).for_each(|(all, part)| *all |= part);
    }
    all
}

/// Returns what a letter selects: its whole half, or only the part nearest to its line.
fn selected(letter: char, is_narrow: bool, angles: &[f64]) -> Vec<bool> {
    match letter {
        'v' | 's' => {
            let halves = if letter == 'v' { ['f', 'b'] } else { ['l', 'r'] };
            let [one, other] = halves.map(|half| selected(half, true, angles));
            one.into_iter().zip(other).map(|(one, other)| one || other).collect()
        }
        _ => {
            let half: Vec<bool> = angles.iter().map(|&angle| is_in(letter, angle)).collect();
            let line = if is_vertical(letter) { 'v' } else { 's' };
            let near: Vec<bool> =
                angles.iter().zip(&half).map(|(&angle, half)| *half && is_in(line, angle)).collect();
            if is_narrow && near.contains(&true) { near } else { half }
        }
    }
}

fn is_vertical(letter: char) -> bool {
    matches!(letter, 'f' | 'b' | 'v')
}

/// Whether an angle lies in the part that a letter stands for.
fn is_in(letter: char, angle: f64) -> bool {
    const NEAR: f64 = 1e-6;
    let (ahead, aside) = (angle.to_radians().cos(), angle.to_radians().sin());
    match letter {
        'f' => ahead > NEAR,
        'b' => ahead < -NEAR,
        'r' => aside > NEAR,
        'l' => aside < -NEAR,
        'v' => ahead.abs() > aside.abs() + NEAR,
        _ => aside.abs() > ahead.abs() + NEAR,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The selected angles of the atoms W, F and N on squares, and of W and F on hexagons.
    #[test]
    fn letters_select_directions_as_betza_does() {
        let every = |first: f64, by: f64| -> Vec<f64> {
            (0..).map(|at| first + by * f64::from(at)).take_while(|angle| *angle < 360.0).collect()
        };
        let knight = [26.57, 63.43, 116.57, 153.43, 206.57, 243.43, 296.57, 333.43];
        let (w, f, hex_w, hex_f) = (every(0.0, 90.0), every(45.0, 90.0), every(0.0, 60.0), every(30.0, 60.0));
        for (directions, angles, expected) in [
            ("f", &w[..], &[0][..]),
            ("ff", &w, &[0]),
            ("fs", &w, &[0, 90, 270]),
            ("fr", &w, &[0, 90]),
            ("s", &w, &[90, 270]),
            ("v", &w, &[0, 180]),
            ("f", &f, &[45, 315]),
            ("ff", &f, &[45, 315]),
            ("fr", &f, &[45]),
            ("b", &f, &[135, 225]),
            ("f", &knight, &[27, 333]),
            ("fh", &knight, &[27, 63, 297, 333]),
            ("ff", &knight, &[27, 333]),
            ("s", &knight, &[63, 117, 243, 297]),
            ("v", &f, &[45, 135, 225, 315]),
            ("fs", &knight, &[63, 297]),
            ("v", &knight, &[27, 153, 207, 333]),
            ("f", &hex_w, &[0]),
            ("fh", &hex_w, &[0, 60, 300]),
            ("fs", &hex_w, &[60, 300]),
            ("fl", &hex_w, &[300]),
            ("ff", &hex_f, &[30, 330]),
            ("s", &hex_f, &[90, 270]),
        ] {
            let chosen = select(directions, angles);
            let chosen = angles.iter().zip(chosen).filter(|(_, chosen)| *chosen);
            let chosen: Vec<u32> = chosen.map(|(angle, _)| angle.round() as u32).collect();
            assert_eq!(chosen, expected, "{directions} of {angles:?}");
        }
    }

    #[test]
    fn movements_are_read_atom_by_atom() {
        let pawn = parse("mfW cfsW imfW2").expect("a movement");
        let parts = pawn.iter().map(|atom| (atom.moves, atom.captures, atom.initial, atom.range));
        assert_eq!(
            parts.collect::<Vec<_>>(),
            [(true, false, false, 1), (false, true, false, 1), (true, false, true, 2)]
        );
        let queen = parse("Q").expect("a movement");
        assert_eq!(
            queen.iter().map(|atom| (atom.sides, atom.corners, atom.range)).collect::<Vec<_>>(),
            [(1, 0, 0), (0, 1, 0)]
        );
        assert_eq!(parse("NN").expect("a rider")[0].range, 0);
        assert_eq!(parse("R4").expect("a short rook")[0].range, 4);
    }

    #[test]
    fn wrong_movements_are_refused() {
        for (text, message) in [
            ("", "must have at least one atom"),
            ("fX", "'X' is not an atom; expected one of W F D N"),
            ("xW", "'x' is not a modifier"),
            ("mf", "'mf' must be followed by an atom"),
            ("R99", "the range of R99 must be from 0 to 24"),
        ] {
            let error = parse(text).expect_err(text);
            assert!(error.contains(message), "{error}");
        }
    }
}
