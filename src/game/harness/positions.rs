//! Checks of position strings: intact ones can be read again, damaged ones are rejected or can be played on.

use super::{Check, hash, violated};
use crate::game::{Game, Rng, Seat, below};

impl<G: Game> Check<'_, G> {
    /// Returns the position string, and checks that it can be read again.
    pub(super) fn check_fen(&self, state: &G::State) -> String {
        let game = self.game;
        let fen = game.fen(state);
        let read = match game.read_fen(&fen) {
            Ok(read) => read,
            Err(error) => {
                violated(format!("{}: its position string is rejected: {error}", self.location(state)))
            }
        };
        ensure_eq!(game.fen(&read), fen, "a position string does not round-trip");
        ensure!(read == *state, "{}: reading gives another state", self.location(state));
        ensure_eq!(hash(&read), hash(state), "{}: equal states hash differently", self.location(state));
        ensure_eq!(
            game.actor(&read),
            game.actor(state),
            "{}: the actor differs after reading",
            self.location(state)
        );
        ensure_eq!(game.outcome(&read), game.outcome(state), "{}: another outcome", self.location(state));
        for seat in Seat::all(game.spec().seats) {
            ensure_eq!(
                game.material(&read, seat),
                game.material(state, seat),
                "{}: other material after reading",
                self.location(state)
            );
        }
        ensure_eq!(
            self.legal_actions(&read),
            self.legal_actions(state),
            "{}: other steps after reading",
            self.location(state)
        );
        fen
    }

    /// Checks that damaged position strings are either rejected or can be played on.
    pub(super) fn check_mutated_fens(&self, state: &G::State, rng: &mut Rng) {
        let game = self.game;
        let whole = game.fen(state).into_bytes();
        for _ in 0..6 {
            let mut bytes = whole.clone();
            for _ in 0..1 + below(rng, 3) {
                let at = below(rng, bytes.len().max(1));
                match below(rng, 4) {
                    0 if !bytes.is_empty() => drop(bytes.remove(at)),
                    1 if !bytes.is_empty() => bytes[at] = whole[below(rng, whole.len())],
                    2 => bytes.insert(at, whole[below(rng, whole.len())]),
                    _ if at + 1 < bytes.len() => bytes.swap(at, at + 1),
                    _ => {}
                }
            }

            let text = String::from_utf8_lossy(&bytes);
            let Ok(mut read) = game.read_fen(&text) else { continue };
            for _ in 0..10 {
                self.check_fen(&read);
                for seat in Seat::all(game.spec().seats) {
                    self.checked_planes(&read, seat);
                    game.observation_string(&read, seat);
                }

                let legal = self.legal(&read);
                ensure_eq!(game.count(&read), legal.len(), "{}: count and list differ", self.location(&read));
                let Some(step) = game.random_step(&read, rng) else {
                    ensure!(game.outcome(&read).is_some(), "{}: no step, not over", self.location(&read));
                    break;
                };
                ensure!(legal.contains(&step), "{}: an unlisted step", self.location(&read));
                game.apply(&mut read, step);
            }
        }
    }
}
