//! Checks of the hints for search: keys, gains and passes.

use super::Check;
use crate::game::{Game, Reason, Seat};

/// Positional values are below this number of hundredths of a man.
const MAX_POSITIONAL_VALUE: i32 = 10_000;

impl<G: Game> Check<'_, G> {
    /// Checks that keys depend on the position only, that draws by rule are known, that all seats have
    /// positional values or none, and the same number of terms, that the gains agree with the list of legal
    /// steps, and that a pass gives the turn to another seat.
    pub(super) fn check_search_hints(&self, state: &G::State, legal: &[G::Step]) {
        let game = self.game;
        if let Ok(same) = game.read_fen(&game.fen(state)) {
            ensure_eq!(
                game.position_key(&same),
                game.position_key(state),
                "{}: equal states have different keys",
                self.location(state)
            );
        }
        let reason = game.outcome(state).map(|outcome| outcome.reason);
        let is_draw_by_rule =
            matches!(reason, Some(Reason::NoProgress | Reason::Repetition | Reason::Insufficient));
        let agrees = match game.has_ended(state) {
            Some(true) => reason.is_some(),
            Some(false) => !is_draw_by_rule,
            None => true,
        };
        ensure!(agrees, "{}: search knows another end than {reason:?}", self.location(state));
        let seats = Seat::all(game.spec().seats);
        for value in seats.map(|seat| game.positional_value(state, seat)) {
            ensure!(
                value.is_some() == game.positional_value(state, Seat::ZERO).is_some()
                    && value.is_none_or(|value| value.abs() < MAX_POSITIONAL_VALUE),
                "{}: a positional value of {value:?}",
                self.location(state)
            );
        }
        let numbers: Vec<Option<usize>> = Seat::all(game.spec().seats)
            .map(|seat| game.positional_terms(state, seat).map(|terms| terms.counts.len()))
            .collect();
        ensure!(
            numbers.iter().all(|number| *number == numbers[0])
                && (numbers[0].is_some() || game.positional_value(state, Seat::ZERO).is_none()),
            "{}: numbers of positional terms {numbers:?}",
            self.location(state)
        );
        let mut gaining = Vec::new();
        let count = game.each_gain(state, |step, gain| gaining.push((step, gain)));
        ensure_eq!(
            count,
            legal.len(),
            "{}: the count of each_gain and the list differ",
            self.location(state)
        );
        for &step in legal {
            let gain = game.gain(state, step);
            let listed = gaining.iter().find(|one| one.0 == step).map_or(0, |one| one.1);
            ensure_eq!(listed, gain.max(0), "{}: gains of {step:?} differ", self.location(state));
        }
        let mut passed = state.clone();
        if game.pass(&mut passed) {
            ensure!(
                game.mover(&passed) != game.mover(state) && !game.in_check(state),
                "{}: a pass in check, or without effect",
                self.location(state)
            );
        } else {
            ensure!(
                passed == *state,
                "{}: a pass that is not possible changed the state",
                self.location(state)
            );
        }
    }
}
