//! The actions of games with shadows, which follow those of pieces: first arrivals by two ways
//! ([`WRAP_ACTIONS`]), then captures through shadows.
//!
//! Such a capture is numbered by how the piece comes, by how the shadow of the piece that is taken comes, and
//! by the cell where they meet: the two ways tell both pieces. The planes of the sixteen ways that there are
//! on any board come first, then promotions to knight, bishop and rook (by the side to which the pawn
//! captures, the shadow's way, and the file); those of ways round a cylinder come last, so that the plane
//! has none of them. The lowest three bits are always the file.

use crate::board::Cell;
use crate::game::{Perspective, never_legal};
use crate::games::chess::kit::action_text;
use crate::games::chess::kit::lines::mirrored_way;
use crate::games::chess::kit::numbering::{ALL_WAYS, WRAP, WRAP_ACTIONS};
use crate::games::chess::kit::pieces::Kind;

/// How many ways there are round a cylinder only.
const MORE: usize = ALL_WAYS - WRAP;
const PLAIN: usize = WRAP_ACTIONS;
const PROMOTIONS: usize = PLAIN + 64 * WRAP * WRAP;
/// How many there are on the flat board.
pub const FLAT: usize = PROMOTIONS + 6 * WRAP * 8;
const WINDING: usize = FLAT;
const WINDING_PROMOTIONS: usize = WINDING + 64 * (ALL_WAYS * ALL_WAYS - WRAP * WRAP);
/// How many there are on a cylinder.
pub const AROUND: usize = WINDING_PROMOTIONS + 6 * MORE * 8;

/// What an action stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// A step on two ways: its way, and the cell.
    Round(usize, Cell),
    /// A capture: the mover's way, the shadow's, the cell.
    Shot(usize, usize, Cell),
    /// A promotion: to what, whether towards the east, the shadow's way, the file.
    Promotion(Kind, bool, usize, Cell),
}

/// The first action of the captures by a way, in shadows that come by another.
#[inline(always)]
pub const fn plane(way: usize, shadow: usize) -> usize {
    if way < WRAP && shadow < WRAP {
        PLAIN + 64 * (WRAP * way + shadow)
    } else if way >= WRAP {
        WINDING + 64 * (ALL_WAYS * (way - WRAP) + shadow)
    } else {
        WINDING + 64 * (ALL_WAYS * MORE + MORE * way + shadow - WRAP)
    }
}

/// The first action of the promotions towards a side, in shadows that come by a way.
#[inline(always)]
pub const fn promotions(kind: Kind, east: bool, shadow: usize) -> usize {
    let side = 2 * (kind as usize - Kind::Knight as usize) + east as usize;
    if shadow < WRAP {
        PROMOTIONS + 8 * (WRAP * side + shadow)
    } else {
        WINDING_PROMOTIONS + 8 * (MORE * side + shadow - WRAP)
    }
}

/// Where an action stands: the planes round a cylinder go on behind those of any board, and promotions have
/// none.
pub const fn place(own: usize) -> Option<usize> {
    match own {
        0..PROMOTIONS => Some(own),
        WINDING..WINDING_PROMOTIONS => Some(PROMOTIONS + own - WINDING),
        _ => None,
    }
}

impl Number {
    /// What one of the actions stands for.
    pub fn of(own: usize) -> Option<Number> {
        let (cell, file) = ((own % 64) as Cell, (own % 8) as Cell);
        let promotion = |at: usize, many: usize, first: usize| {
            let (side, shadow) = (at / 8 / many, first + at / 8 % many);
            let kind = [Kind::Knight, Kind::Bishop, Kind::Rook][side / 2];
            Number::Promotion(kind, side % 2 == 1, shadow, file)
        };
        Some(match own {
            0..PLAIN => Number::Round(WRAP + own / 64, cell),
            PLAIN..PROMOTIONS => {
                let at = (own - PLAIN) / 64;
                Number::Shot(at / WRAP, at % WRAP, cell)
            }
            PROMOTIONS..FLAT => promotion(own - PROMOTIONS, WRAP, 0),
            WINDING..WINDING_PROMOTIONS => {
                let cell = ((own - WINDING) % 64) as Cell;
                match (own - WINDING) / 64 {
                    at if at < ALL_WAYS * MORE => Number::Shot(WRAP + at / ALL_WAYS, at % ALL_WAYS, cell),
                    at => {
                        let at = at - ALL_WAYS * MORE;
                        Number::Shot(at / MORE, WRAP + at % MORE, cell)
                    }
                }
            }
            WINDING_PROMOTIONS..AROUND => promotion(own - WINDING_PROMOTIONS, MORE, WRAP),
            _ => return None,
        })
    }

    /// The action.
    pub fn own(self) -> usize {
        match self {
            Number::Round(way, cell) => 64 * (way - WRAP) + usize::from(cell),
            Number::Shot(way, shadow, cell) => plane(way, shadow) + usize::from(cell),
            Number::Promotion(kind, east, shadow, file) => promotions(kind, east, shadow) + usize::from(file),
        }
    }

    /// What it means in words, on a board whose edges are joined or not.
    pub fn describe(self, wraps: bool, seen: &Perspective) -> String {
        let beyond = |words: String| never_legal(&format!("it would {words} from outside the board"));
        let taking = |shadow| format!("capturing the piece whose shadow falls {}", action_text::way(shadow));
        match self {
            Number::Round(way, to) => action_text::arrival(wraps, way, to, &action_text::cell(seen, to)),
            Number::Shot(way, shadow, to) => {
                let there = action_text::cell(seen, to);
                let words = format!("{} to {there}, {} there", action_text::going(way), taking(shadow));
                let comes = action_text::comes(wraps, way, to) && action_text::comes(wraps, shadow, to);
                if comes { words } else { beyond(words) }
            }
            Number::Promotion(kind, east, shadow, file) => {
                let aside = 1 + usize::from(east);
                let promotion = action_text::promotion_words(kind.name(), aside, file, seen);
                let words = format!("{promotion}, {} there", taking(shadow));
                // The shadow falls on the last rank, which is seen as row 7 or (from seat 0's side) as row 0.
                let falls = [file, 56 + file].iter().any(|&to| action_text::comes(wraps, shadow, to));
                if falls && action_text::can_come(wraps, aside, file) { words } else { beyond(words) }
            }
        }
    }

    /// The same on the board mirrored left to right.
    pub fn mirrored(self) -> Number {
        match self {
            Number::Round(way, cell) => Number::Round(way, cell ^ 7),
            Number::Shot(way, shadow, cell) => {
                Number::Shot(mirrored_way(way), mirrored_way(shadow), cell ^ 7)
            }
            Number::Promotion(kind, east, shadow, file) => {
                Number::Promotion(kind, !east, mirrored_way(shadow), file ^ 7)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_is_what_its_number_says() {
        assert_eq!((FLAT, AROUND), (192 + 16_384 + 768, 17_344 + 6_720 + 144));
        for own in 0..AROUND {
            let number = Number::of(own).expect("an action");
            assert_eq!(number.own(), own);
            assert_eq!(number.mirrored().mirrored(), number);
            let around = [number, number.mirrored()].map(|number| number.own() >= FLAT);
            assert_eq!(around, [own >= FLAT; 2], "the mirror leaves the plane to the plane");
        }
        assert_eq!(Number::of(AROUND), None);
    }
}
