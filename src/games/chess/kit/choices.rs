//! Actions that move no piece: their numbers and texts.

use super::bitboard::{read_cell, write_cell};
use super::lines::{DIRECTIONS, displaced};
use super::numbering::is_mirrored;
use crate::board::{Cell, compass};
use crate::game::{Perspective, Seat, never_legal};

/// The choices of a game, numbered group by group.
#[derive(Debug)]
pub struct ChoiceActions(pub &'static [ChoiceGroup]);

/// Choices of one kind: a prefix, and a name that tells them apart.
#[derive(Debug)]
pub struct ChoiceGroup {
    /// The prefix of their texts: `mask:`.
    pub prefix: &'static str,
    /// The names that follow the prefix.
    pub names: ChoiceNames,
    /// The meaning of the choice in words, with `{}` for its name.
    pub description: &'static str,
}

/// How the names of a group of choices are written.
#[derive(Debug)]
pub enum ChoiceNames {
    /// Nothing: there is one.
    One,
    /// A cell.
    Cells,
    /// A diagonal step over `far` cells. For each of four directions (north-east first, then clockwise) there
    /// are 64 cells of arrival. A mark separates the two cells: `c3-d4`.
    Diagonal {
        /// The character between the two cells.
        mark: char,
        /// The number of cells that the step covers.
        far: i8,
    },
    /// Something of either color that a variant writes and reads itself: `each` choices of White, then the
    /// same number of Black. A seat that sees the board from its own side has its own choices first.
    Colored {
        /// How many there are of each color.
        each: usize,
        /// Appends one.
        write: fn(usize, &mut String),
        /// Reads one.
        read: fn(&str) -> Option<usize>,
    },
    /// Something that a variant writes and reads itself: `count` choices, the same for both seats and in the
    /// mirror.
    Own {
        /// How many there are.
        count: usize,
        /// Appends one.
        write: fn(usize, &mut String),
        /// Reads one.
        read: fn(&str) -> Option<usize>,
    },
}

impl ChoiceNames {
    const fn count(&self) -> usize {
        match self {
            ChoiceNames::One => 1,
            ChoiceNames::Cells => 64,
            ChoiceNames::Diagonal { .. } => 4 * 64,
            ChoiceNames::Colored { each, .. } => 2 * *each,
            ChoiceNames::Own { count, .. } => *count,
        }
    }

    /// How many places of planes there are: one for each choice that names a cell.
    const fn places(&self) -> usize {
        match self {
            ChoiceNames::Cells | ChoiceNames::Diagonal { .. } => self.count(),
            ChoiceNames::One | ChoiceNames::Colored { .. } | ChoiceNames::Own { .. } => 0,
        }
    }
}

/// How far one comes in one of four diagonal directions: north-east, then clockwise.
const fn diagonal(way: usize, far: i8) -> (i8, i8) {
    let (files, ranks) = DIRECTIONS[2 * (way & 3) + 1];
    (far * files, far * ranks)
}

impl ChoiceActions {
    /// A game without choices.
    pub const EMPTY: &'static ChoiceActions = &ChoiceActions(&[]);

    /// Returns the number of choices.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|group| group.names.count()).sum()
    }

    /// Returns whether there are no choices.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the group of a choice, the number of the first choice in it, and the index in the group.
    #[inline]
    fn place(&self, number: usize) -> Option<(&ChoiceGroup, usize, usize)> {
        let mut first = 0;
        for group in self.0 {
            if number - first < group.names.count() {
                return Some((group, first, number - first));
            }
            first += group.names.count();
        }
        None
    }

    /// Returns the place of a choice in the action planes of choices. Groups that name cells have one plane,
    /// or four by direction. `number` is as the seat sees it.
    pub fn plane_place(&self, number: usize) -> Option<usize> {
        let (mut first, mut before) = (0, 0);
        for ChoiceGroup { names, .. } in self.0 {
            if number - first < names.count() {
                return (names.places() != 0).then_some(before + number - first);
            }
            first += names.count();
            before += names.places();
        }
        None
    }

    /// Returns the number of places in the action planes of choices.
    pub fn plane_places(&self) -> usize {
        self.0.iter().map(|group| group.names.places()).sum()
    }

    /// Returns the choice on the board reflected top to bottom with colors exchanged, if `mirrored`. It is
    /// its own inverse.
    #[inline]
    pub fn flipped_if(&self, mirrored: bool, number: usize) -> usize {
        if !mirrored {
            return number;
        }
        match self.place(number) {
            Some((ChoiceGroup { names: ChoiceNames::Cells, .. }, first, cell)) => first + (cell ^ 56),
            // North-east and south-east change places, as do south-west and north-west.
            Some((ChoiceGroup { names: ChoiceNames::Diagonal { .. }, .. }, first, at)) => {
                first + (at ^ (64 + 56))
            }
            Some((ChoiceGroup { names: ChoiceNames::Colored { each, .. }, .. }, first, at)) => {
                first + (at + each) % (2 * each)
            }
            _ => number,
        }
    }

    /// Returns the choice on the board reflected left to right.
    pub fn mirrored(&self, number: usize) -> usize {
        match self.place(number) {
            Some((ChoiceGroup { names: ChoiceNames::Cells, .. }, first, cell)) => first + (cell ^ 7),
            Some((ChoiceGroup { names: ChoiceNames::Diagonal { .. }, .. }, first, at)) => {
                first + (at ^ (3 * 64 + 7))
            }
            _ => number,
        }
    }

    /// Writes the text of a choice.
    pub fn write(&self, number: usize, out: &mut String) {
        if let Some((group, _, at)) = self.place(number) {
            out.push_str(group.prefix);
            match group.names {
                ChoiceNames::One => {}
                ChoiceNames::Cells => write_cell(at as u8, out),
                ChoiceNames::Diagonal { mark, far } => {
                    let to = (at % 64) as Cell;
                    write_cell(displaced(to, diagonal(at / 64 + 2, far)).unwrap_or(to), out);
                    out.push(mark);
                    write_cell(to, out);
                }
                ChoiceNames::Colored { write, .. } | ChoiceNames::Own { write, .. } => write(at, out),
            }
        }
    }

    /// Describes a choice in words. `number` is as the seat sees it.
    pub fn describe(&self, number: usize, perspective: &Perspective) -> String {
        let Some((group, first, at)) = self.place(number) else {
            return never_legal("the action number stands for no choice");
        };
        let mirrored = is_mirrored(perspective.frame(), perspective.viewer().unwrap_or(Seat::ZERO));
        let real = self.flipped_if(mirrored, number) - first;
        let mut name = String::new();
        match group.names {
            ChoiceNames::One => return group.description.into(),
            ChoiceNames::Cells => name += &perspective.cell(real as Cell, at),
            ChoiceNames::Diagonal { far, .. } => {
                let (files, ranks) = diagonal(at / 64, 1);
                name = format!(
                    "{} to {}",
                    compass(files, ranks),
                    perspective.cell((real % 64) as Cell, at % 64)
                );
                if displaced((at % 64) as Cell, diagonal(at / 64 + 2, far)).is_none() {
                    return never_legal(&format!("it would lead {name} from outside the board"))
                        + &perspective.viewer_suffix();
                }
            }
            ChoiceNames::Colored { each, write, .. } if perspective.viewer().is_none() => {
                write(at % each, &mut name);
                name += if at < each { " of the seat's own color" } else { " of the other color" };
            }
            ChoiceNames::Colored { write, .. } => write(real, &mut name),
            ChoiceNames::Own { write, .. } => write(at, &mut name),
        }
        let words = group.description.replace("{}", &name);
        let placed = matches!(group.names, ChoiceNames::Cells | ChoiceNames::Diagonal { .. });
        if placed { words + &perspective.viewer_suffix() } else { words }
    }

    /// Returns the number of the choice with this text.
    pub fn read(&self, text: &str) -> Option<usize> {
        let mut first = 0;
        for group in self.0 {
            let at = text.strip_prefix(group.prefix).and_then(|name| match group.names {
                ChoiceNames::One => name.is_empty().then_some(0),
                ChoiceNames::Cells => read_cell(name.as_bytes()).map(usize::from),
                ChoiceNames::Diagonal { mark, far } => {
                    let (from, to) = name.split_once(mark)?;
                    let (from, to) = read_cell(from.as_bytes()).zip(read_cell(to.as_bytes()))?;
                    let way = (0..4).find(|&way| displaced(from, diagonal(way, far)) == Some(to))?;
                    Some(64 * way + usize::from(to))
                }
                ChoiceNames::Colored { read, .. } | ChoiceNames::Own { read, .. } => read(name),
            });
            if let Some(at) = at {
                return Some(first + at);
            }
            first += group.names.count();
        }
        None
    }
}
