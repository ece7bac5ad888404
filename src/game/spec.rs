//! What a variant is, in data.

use super::{MAX_SEATS, Options, Outcome, Plane, Returns, Scores, Seat, SeatColor, plane};
use crate::named::named;
use serde::Serialize;

named! {
    /// From where actions and observations are seen.
    #[derive(Default)]
    pub enum Frame, "frame" {
        /// From the seat's own side of the board, so that one policy serves all seats.
        #[default]
        Seat = "seat",
        /// From seat 0's side, for every seat.
        Board = "board",
    }
}

/// What there is to know about a game before it is played.
#[derive(Clone, Debug, Serialize)]
pub struct Spec {
    /// The id, or the id of the variant that it was made from by changing options.
    pub id: String,
    /// A name for headlines: `Stax`, `Chess960`.
    pub title: String,
    /// The family: the name of its rule document in `docs/rules`.
    pub family: &'static str,
    /// The section of the rule document that the variant is defined in.
    pub rules: &'static str,
    /// All options, spelled out.
    pub options: Options,
    /// How many seats play.
    #[serde(rename = "num_seats")]
    pub seats: u8,
    /// The color of each seat's pieces.
    pub colors: Vec<SeatColor>,
    /// The side of the board that each seat sits at: how many degrees clockwise from the near one.
    pub seat_angles: Vec<u16>,
    /// The team of each seat; seats that play for themselves have teams of their own.
    pub teams: Vec<u8>,
    /// What seats play for, and what their returns can be.
    pub scores: Scores,
    /// The sequence in which seats take turns, from the first mover.
    pub turn_order: Vec<Seat>,
    /// Whether some state has something that some seat may not see.
    pub has_hidden_information: bool,
    /// Whether chance steps occur in play (a shuffled start alone does not count).
    pub has_chance: bool,
    /// Whether seats commit choices that are resolved together.
    pub is_simultaneous: bool,
    /// The number of different actions; every legal step maps to one below it.
    pub num_actions: usize,
    /// The observation planes, in order; in data their names.
    #[serde(rename = "plane_names", serialize_with = "plane::names")]
    pub planes: Vec<Plane>,
    /// No game takes more steps than this; where the rules set no bound, games are cut off there.
    pub max_steps: u32,
    /// From where actions and observations are seen.
    pub frame: Frame,
}

impl Spec {
    /// The returns of a game that ended with this outcome, or was cut off.
    pub fn returns_of(&self, outcome: Option<Outcome>) -> Returns {
        let cut_off = || Returns::of(&[self.scores.cut_off(); MAX_SEATS][..self.seats.into()]);
        outcome.map_or_else(cut_off, |outcome| outcome.returns)
    }

    /// What people call a seat: by its color, and by a number where seats share one: `white`, `black 2`.
    pub fn seat_name(&self, seat: Seat) -> String {
        let Some(&color) = self.colors.get(usize::from(seat)) else { return format!("seat {seat}") };
        let alike = |colors: &[SeatColor]| colors.iter().filter(|&&other| other == color).count();
        match alike(&self.colors) {
            1 => color.as_str().to_owned(),
            _ => format!("{color} {}", alike(&self.colors[..=usize::from(seat)])),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::game::toy::Toy;
    use crate::game::{Game, SeatColor};

    #[test]
    fn seats_are_called_by_their_colors() {
        let mut spec = Toy::new().spec().clone();
        assert_eq!([0, 1].map(|seat| spec.seat_name(seat)), ["white", "black"]);
        spec.colors = vec![SeatColor::White, SeatColor::Black, SeatColor::White, SeatColor::Red];
        let names = [0, 1, 2, 3].map(|seat| spec.seat_name(seat));
        assert_eq!(names, ["white 1", "black", "white 2", "red"]);
    }
}
