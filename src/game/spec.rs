//! The description of a variant as data.

use super::{MAX_SEATS, Options, Outcome, Plane, Returns, Scores, Seat, SeatColor, plane};
use crate::named::named;
use serde::Serialize;
use std::sync::Arc;

named! {
    /// The side from which actions and observations show the board.
    #[derive(Default)]
    pub enum Frame, "frame" {
        /// The side of the seat that acts or observes, so that one policy can play all seats.
        #[default]
        Seat = "seat",
        /// The side of seat 0, for every seat.
        Board = "board",
    }
}

/// The properties of a game that are known before it is played.
#[derive(Clone, Debug, Serialize)]
pub struct Spec {
    /// The id. For a game with changed options, the id of the original variant.
    pub id: String,
    /// The title for headlines: `Stax`, `Chess960`.
    pub title: String,
    /// How the game is played, in two or three sentences. Empty if nothing is known.
    pub summary: String,
    /// The family: the name of its rule document in `docs/rules`.
    pub family: &'static str,
    /// The section of the rule document that defines the variant.
    pub rules: &'static str,
    /// The text of the description, for a described game that is not in the library.
    #[serde(skip)]
    pub description: Option<Arc<str>>,
    /// The values of all options.
    pub options: Options,
    /// The number of seats.
    #[serde(rename = "num_seats")]
    pub seats: u8,
    /// The color of each seat's pieces.
    #[serde(rename = "seat_colors")]
    pub colors: Vec<SeatColor>,
    /// The side of the board at which each seat sits, in degrees clockwise from seat 0.
    pub seat_angles: Vec<u16>,
    /// The team of each seat. Seats without partners have their own team.
    #[serde(rename = "seat_teams")]
    pub teams: Vec<u8>,
    /// The kind of scores, and the range of returns.
    #[serde(rename = "scoring")]
    pub scores: Scores,
    /// The order in which seats take turns, beginning with the first seat.
    pub turn_order: Vec<Seat>,
    /// Whether any state has information that is hidden from a seat.
    pub has_hidden_information: bool,
    /// Whether chance steps occur in play. A random set-up does not count.
    pub has_chance: bool,
    /// Whether seats commit choices that are resolved together.
    pub is_simultaneous: bool,
    /// The number of actions. Every legal step maps to a number below it.
    pub num_actions: usize,
    /// The observation planes, in order. Serialized as their names.
    #[serde(rename = "plane_names", serialize_with = "plane::names")]
    pub planes: Vec<Plane>,
    /// The maximum number of steps of a game. If the rules set no bound, games are cut off there.
    pub max_steps: u32,
    /// The side from which actions and observations show the board.
    pub frame: Frame,
}

impl Spec {
    /// Returns the description of a game for `seats` seats in which each plays for itself, one seat or none
    /// wins, and nothing is hidden or left to chance. Set the other fields, at least `num_actions`, `planes`
    /// and `max_steps`, by struct update syntax.
    ///
    /// # Panics
    ///
    /// Panics if `seats` is 0 or above [`MAX_SEATS`].
    ///
    /// # Examples
    ///
    /// ```
    /// use plyground::game::{Plane, Seat, Spec};
    ///
    /// let planes = vec![Plane::marks("own stones", "the seat's stones")];
    /// let spec = Spec { num_actions: 9, planes, max_steps: 9, ..Spec::new("my-game", "My game", 2) };
    /// assert_eq!(spec.seat_name(Seat::ONE), "black");
    /// ```
    pub fn new(id: &str, title: &str, seats: u8) -> Spec {
        let teams: Vec<u8> = (0..seats).collect();
        Spec {
            id: id.into(),
            title: title.into(),
            summary: String::new(),
            family: "custom",
            rules: "",
            description: None,
            options: Options::new(),
            seats,
            colors: SeatColor::ALL[..usize::from(seats)].to_vec(),
            seat_angles: (0..u16::from(seats)).map(|seat| seat * 360 / u16::from(seats)).collect(),
            scores: Scores::win(&teams),
            turn_order: Seat::all(seats).collect(),
            teams,
            has_hidden_information: false,
            has_chance: false,
            is_simultaneous: false,
            num_actions: 0,
            planes: Vec::new(),
            max_steps: 0,
            frame: Frame::Seat,
        }
    }

    /// Returns the returns of a game with this outcome, or of a game that was cut off if there is none.
    pub fn returns_of(&self, outcome: Option<Outcome>) -> Returns {
        let cut_off = || Returns::of(&[self.scores.cut_off(); MAX_SEATS][..self.seats.into()]);
        outcome.map_or_else(cut_off, |outcome| outcome.returns)
    }

    /// Returns the display name of a seat: its color, with a number if several seats share it: `white`,
    /// `black 2`.
    pub fn seat_name(&self, seat: Seat) -> String {
        let Some(&color) = self.colors.get(seat.index()) else { return format!("seat {seat}") };
        let alike = |colors: &[SeatColor]| colors.iter().filter(|&&other| other == color).count();
        match alike(&self.colors) {
            1 => color.as_str().to_owned(),
            _ => format!("{color} {}", alike(&self.colors[..=seat.index()])),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::game::roles::*;
    use crate::game::toy::Toy;
    use crate::game::{Seat, SeatColor};

    #[test]
    fn seats_are_named_by_color() {
        let mut spec = Toy::new().spec().clone();
        assert_eq!(Seat::BOTH.map(|seat| spec.seat_name(seat)), ["white", "black"]);
        spec.colors = vec![SeatColor::White, SeatColor::Black, SeatColor::White, SeatColor::Red];
        let names: Vec<String> = Seat::all(4).map(|seat| spec.seat_name(seat)).collect();
        assert_eq!(names, ["white 1", "black", "white 2", "red"]);
    }
}
