//! The sides of the seats, and their men at the start (Checkers 2.2, 3).

use super::options::{Kind, Layout, Teams, Variant};

/// The side of the board at which a seat sits, clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Forward is up.
    South,
    /// Forward is right.
    West,
    /// Forward is down.
    North,
    /// Forward is left.
    East,
}

impl Side {
    /// Returns a square (file, rank) of a board of `size` as the seat at this side sees it: (column, row)
    /// from its left and its own edge. With `size` 1 it converts a direction.
    pub fn seen_from_side(self, (file, rank): (i8, i8), size: i8) -> (i8, i8) {
        let across = |coordinate: i8| size - 1 - coordinate;
        match self {
            Side::South => (file, rank),
            Side::West => (across(rank), file),
            Side::North => (across(file), across(rank)),
            Side::East => (rank, across(file)),
        }
    }

    /// Whether it is the near or the far side of the board.
    pub fn faces_along_files(self) -> bool {
        matches!(self, Side::South | Side::North)
    }
}

/// Returns the side of each seat.
pub fn sides(variant: &Variant) -> &'static [Side] {
    use Side::*;
    match (variant.teams, variant.layout) {
        (Teams::Single, _) => &[South, North],
        (Teams::Pairs, Layout::Default | Layout::Mixed | Layout::MixedCorner) => &[South, North, West, East],
        _ => &[South, West, North, East],
    }
}

/// Returns the squares of each seat's men.
pub fn men(variant: &Variant) -> [String; 4] {
    // By side, in the order south, west, north, east, in which the layouts below are written.
    let squares = match (variant.kind, variant.teams, variant.layout) {
        (Kind::Queens, Teams::Single, _) => {
            ["b1 d1 f1 h1 a2 c2 e2 g2 b3 d3 f3 h3", "", "b8 d8 f8 h8 a7 c7 e7 g7 b6 d6 f6 h6", ""]
        }
        (_, Teams::Single, _) => {
            return [home_squares(variant, 0), home_squares(variant, 1), String::new(), String::new()];
        }
        (Kind::Checkers | Kind::Stax, ..) => [
            "c1 e1 g1 i1 d2 f2 h2 j2 c3 e3 g3 i3",
            "a3 a5 a7 a9 b4 b6 b8 b10 b2 c5 c7 c9",
            "d12 f12 h12 j12 c11 e11 g11 i11 d10 f10 h10 j10",
            "l4 l6 l8 l10 k3 k5 k7 k9 k11 j4 j6 j8",
        ],
        (Kind::Queens, Teams::Cutthroat, _) | (Kind::Queens, _, Layout::Opposite) => [
            "d1 f1 h1 j1 l1 c2 e2 g2 i2 d3 f3 h3",
            "a1 a3 a5 a7 a9 b4 b6 b8 b10 c5 c7 c9",
            "a12 c12 e12 g12 i12 d11 f11 h11 j11 e10 g10 i10",
            "l4 l6 l8 l10 l12 k3 k5 k7 k9 j4 j6 j8",
        ],
        (Kind::Queens, _, Layout::Default) => [
            "b1 d1 f1 h1 j1 c2 e2 g2 i2 d3 f3 h3",
            "a2 a4 a6 a8 a10 b3 b5 b7 b9 c4 c6 c8",
            "d12 f12 h12 j12 l12 c11 e11 g11 i11 f10 h10 j10",
            "l4 l6 l8 l10 k3 k5 k7 k9 k11 j4 j6 j8",
        ],
        (Kind::Queens, _, Layout::Mixed) => [
            "d1 f1 h1 j1 c2 e2 g2 i2 d3 f3 h3 j3",
            "a3 a5 a7 a9 b4 b6 b8 b10 c3 c5 c7 c9",
            "d12 f12 h12 j12 c11 e11 g11 i11 d10 f10 h10 j10",
            "l3 l5 l7 l9 k2 k4 k6 k8 k10 j5 j7 j9",
        ],
        (Kind::Queens, _, Layout::MixedCorner) => [
            "b1 d1 f1 h1 j1 c2 e2 g2 i2 d3 f3 h3",
            "a1 a3 a5 a7 a9 b4 b6 b8 b10 c3 c5 c7",
            "c12 e12 g12 i12 k12 d11 f11 h11 j11 e10 g10 i10",
            "l4 l6 l8 l10 l12 k3 k5 k7 k9 j6 j8 j10",
        ],
        (Kind::Queens, _, Layout::OppositeMixed) => [
            "d1 f1 h1 j1 l1 c2 e2 g2 i2 d3 f3 h3",
            "a4 a6 a8 a10 a12 b3 b5 b7 b9 c4 c6 c8",
            "d12 f12 h12 j12 c11 e11 g11 i11 d10 f10 h10 j10",
            "l4 l6 l8 l10 k3 k5 k7 k9 k11 j4 j6 j8",
        ],
    };
    let mut by_seat = [const { String::new() }; 4];
    for (seat, &side) in sides(variant).iter().enumerate() {
        by_seat[seat] = squares[side as usize].into();
    }
    by_seat
}

/// Returns the dark squares of the ranks nearest to one of two seats. All ranks except two in the middle are
/// filled (Checkers 3.1).
fn home_squares(variant: &Variant, seat: usize) -> String {
    let size = variant.files();
    let dark = |rank: u8| (0..size).filter(move |file| (file + rank).is_multiple_of(2));
    (0..size / 2 - 1)
        .map(|row| if seat == 0 { row } else { size - 1 - row })
        .flat_map(|rank| dark(rank).map(move |file| format!("{}{}", (b'a' + file) as char, rank + 1)))
        .collect::<Vec<_>>()
        .join(" ")
}
