//! Checks of observations and of what seats see: ranges, leaks, and that observations determine the legal
//! steps.

use super::{Check, hash};
use crate::game::{Actor, Area, Game, Piece, Rng, Seat};

impl<G: Game> Check<'_, G> {
    pub(super) fn checked_planes(&self, state: &G::State, seat: Seat) -> Vec<f32> {
        let (rows, columns) = self.game.board().grid();
        let mut planes = vec![f32::NAN; self.game.spec().planes.len() * rows * columns];
        self.game.write_observation(state, seat, &mut planes);
        for (plane, values) in self.game.spec().planes.iter().zip(planes.chunks_exact(rows * columns)) {
            let fits = |&value: &f32| {
                let counted = value * f32::from(plane.divisor.unwrap_or(1));
                let whole = plane.divisor.is_none() || (counted - counted.round()).abs() < 1e-3;
                (0.0..=1.0).contains(&value) && whole
            };
            // Nearly all planes have only 0 and 1. One check of all numbers is faster than a search.
            let plain = values.iter().fold(true, |plain, &value| plain & (value == 0.0 || value == 1.0));
            let misfit = if plain { None } else { values.iter().find(|value| !fits(value)) };
            ensure_eq!(misfit, None, "{}: {plane:?} is {}", self.location(state), plane.encoding());
            let same = plane.area != Area::Whole || values.iter().all(|value| *value == values[0]);
            ensure!(same, "{}: {plane:?} has more than one number", self.location(state));
        }

        planes
    }

    /// Checks what each seat sees, and that hidden information does not leak. Returns a hash of the
    /// observation of the seat to act.
    pub(super) fn check_views(&self, state: &G::State, fen: &str, actor: Actor, rng: &mut Rng) -> u64 {
        let (game, mut observation_hash) = (self.game, 0);
        for seat in Seat::all(game.spec().seats) {
            let (planes, view) = (self.checked_planes(state, seat), game.observation_string(state, seat));
            if actor == Actor::Seat(seat) {
                observation_hash = hash(&bytemuck::cast_slice::<f32, u32>(&planes));
            }

            let other = game.resample(state, seat, rng);
            if !game.spec().has_hidden_information {
                ensure!(
                    other == *state && view == fen,
                    "{}: information is hidden in a game without hidden information",
                    self.location(state)
                );
                continue;
            }

            ensure_eq!(
                game.observation_string(&other, seat),
                view,
                "a resampled state looks different to seat {seat}"
            );
            ensure!(
                picture_data(game, state, seat) == picture_data(game, &other, seat),
                "{}: a picture for seat {seat} leaks",
                self.location(state)
            );
            ensure!(
                planes == self.checked_planes(&other, seat),
                "{}: seat {seat}'s observation leaks",
                self.location(state)
            );
            if game.outcome(state).is_none() {
                ensure_eq!(
                    game.actor(&other),
                    actor,
                    "{}: resampling changes the actor",
                    self.location(state)
                );
            }

            if actor == Actor::Seat(seat) {
                let texts = |s: &G::State| {
                    let mut all: Vec<String> =
                        self.legal(s).iter().map(|&step| game.step_text(s, step)).collect();
                    all.sort();
                    all
                };
                ensure_eq!(texts(&other), texts(state), "{}: seat {seat}'s steps leak", self.location(state));
            }

            self.check_fen(&other);
        }

        observation_hash
    }

    /// Checks that equal observations of the seat to act have equal legal steps.
    pub(super) fn check_observation_determines_steps(&mut self, state: &G::State, observation_hash: u64) {
        let actions = self.legal_actions(state);
        if let Some(before) = self.observed.get(&observation_hash) {
            ensure_eq!(
                *before,
                actions,
                "{}: equal observations have different legal steps",
                self.location(state)
            );
        } else if self.observed.len() < 20_000 {
            self.observed.insert(observation_hash, actions);
        }
    }
}

/// Returns everything that a picture for `seat` shows.
fn picture_data<G: Game>(game: &G, state: &G::State, seat: Seat) -> impl PartialEq + use<G> {
    let viewer = Some(seat);
    let stacks: Vec<Vec<Piece>> = game.board().cells().map(|cell| game.pieces(state, cell, viewer)).collect();
    (stacks, game.cell_marks(state, viewer), game.off_board(state, viewer))
}
