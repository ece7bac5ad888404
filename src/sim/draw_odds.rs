//! Draw odds: the rule that a draw counts as a win of one side.

use crate::game::summary::sentences;
use crate::game::{Outcome, Returns, Scoring, Seat, Spec};

/// The description of a game with draw odds, and its result of a draw.
pub(super) struct DrawOdds {
    pub spec: Spec,
    win: Returns,
}

impl DrawOdds {
    /// Returns the rule that a draw counts as a win of the team of `seat` in a game, which gets the id `id`.
    ///
    /// # Errors
    ///
    /// Returns a message if the game is not played for a win between two sides, or has no such seat.
    pub fn new(spec: &Spec, seat: Seat, id: &str) -> Result<DrawOdds, String> {
        let num_teams = spec.teams.iter().max().map_or(0, |&last| last + 1);
        if spec.scores.kind != Scoring::Win || num_teams != 2 {
            return Err("only a game for a win between two sides can have draw odds".into());
        }
        let last = spec.seats - 1;
        if seat.number() > last {
            return Err(format!("the seat with draw odds must be from 0 to {last}, got {seat}"));
        }
        let team = spec.teams[seat.index()];
        Ok(DrawOdds {
            win: Returns::win(spec.seats, |other| spec.teams[other.index()] == team),
            spec: Spec {
                id: id.into(),
                title: format!("{}, draw odds for {}", spec.title, spec.seat_name(seat)),
                summary: sentences([
                    spec.summary.clone(),
                    format!("A draw counts as a win of {}.", spec.seat_name(seat)),
                ]),
                ..spec.clone()
            },
        })
    }

    /// Returns an outcome of the game without draw odds as it counts with them.
    pub fn counted(&self, outcome: Outcome) -> Outcome {
        let is_draw = outcome.returns == Returns::ZERO;
        Outcome { returns: if is_draw { self.win } else { outcome.returns }, ..outcome }
    }

    /// Replaces the returns of a draw by those of a win.
    pub fn count(&self, returns: &mut [f64]) {
        if returns.iter().all(|&got| got == 0.0) {
            returns.copy_from_slice(self.win.seats(self.spec.seats));
        }
    }
}
