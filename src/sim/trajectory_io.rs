//! Reading and writing trajectories as data, with checks that the games could have been played.

use super::columns::NestedRows;
use super::search_targets::PARTS;
use super::{CUT_OFF, DynGame, SearchTargets, Trajectories};
use serde::de::Error;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The reason why data are not valid recorded games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    message: String,
}

impl RecordError {
    /// Returns an error with this message, unless the condition is true.
    ///
    /// # Errors
    ///
    /// Returns a [`RecordError`] with this message if the condition is false.
    pub fn unless(fits: bool, message: impl Into<String>) -> Result<(), RecordError> {
        if fits { Ok(()) } else { Err(RecordError::new(message)) }
    }

    /// Returns the error with this message.
    pub fn new(message: impl Into<String>) -> RecordError {
        RecordError { message: message.into() }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for RecordError {}

/// The parts in serialized data.
#[derive(Deserialize)]
struct Parts {
    offsets: Vec<i64>,
    actions: Vec<i32>,
    current_players: Vec<i8>,
    envs: Vec<i32>,
    returns: Vec<Vec<f32>>,
    reasons: Vec<u8>,
    starts: Vec<String>,
    policy_offsets: Option<Vec<i64>>,
    policy_actions: Option<Vec<i32>>,
    policy_weights: Option<Vec<f32>>,
    root_values: Option<Vec<Vec<f32>>>,
    weights: Option<Vec<f32>>,
}

impl Parts {
    /// Returns the search targets if all of their parts exist, or `None` if none exists. Each seat has a
    /// column of values.
    fn search_targets(&mut self, seats: usize) -> Result<Option<SearchTargets>, RecordError> {
        let (offsets, actions) = (self.policy_offsets.take(), self.policy_actions.take());
        let (shares, values, weights) =
            (self.policy_weights.take(), self.root_values.take(), self.weights.take());
        let all =
            [offsets.is_some(), actions.is_some(), shares.is_some(), values.is_some(), weights.is_some()];
        let alike = all.iter().all(|&there| there == all[0]);
        RecordError::unless(alike, format!("either all or none of {} must be given", PARTS.join(", ")))?;
        let parts = offsets.zip(actions).zip(shares).zip(values).zip(weights);
        let Some(((((policy_offsets, policy_actions), policy_weights), values), weights)) = parts else {
            return Ok(None);
        };
        let even = values.iter().all(|row| row.len() == seats);
        RecordError::unless(even, format!("root_values must have {seats} columns, one for each seat"))?;
        let root_values = values.concat();
        Ok(Some(SearchTargets { policy_offsets, policy_actions, policy_weights, root_values, weights }))
    }
}

impl Serialize for Trajectories {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Trajectories", 12)?;
        fields.serialize_field("offsets", &self.offsets)?;
        fields.serialize_field("actions", &self.actions)?;
        fields.serialize_field("current_players", &self.current_players)?;
        fields.serialize_field("envs", &self.envs)?;
        let shape = [self.starts.len(), self.seats];
        fields.serialize_field("returns", &NestedRows { all: &self.returns, shape: &shape })?;
        fields.serialize_field("reasons", &self.reasons)?;
        fields.serialize_field("starts", &self.starts)?;
        let search_targets = self.search_targets.as_ref();
        let shape = [self.actions.len(), self.seats];
        let values = search_targets
            .map(|search_targets| NestedRows { all: &search_targets.root_values, shape: &shape });
        let [offsets, actions, shares, root_values, weights] = PARTS;
        fields
            .serialize_field(offsets, &search_targets.map(|search_targets| &search_targets.policy_offsets))?;
        fields
            .serialize_field(actions, &search_targets.map(|search_targets| &search_targets.policy_actions))?;
        fields
            .serialize_field(shares, &search_targets.map(|search_targets| &search_targets.policy_weights))?;
        fields.serialize_field(root_values, &values)?;
        fields.serialize_field(weights, &search_targets.map(|search_targets| &search_targets.weights))?;
        fields.end()
    }
}

/// Reads the parts. Use [`Trajectories::check`] to check that they are games of a certain game.
impl<'de> Deserialize<'de> for Trajectories {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Trajectories, D::Error> {
        let mut parts = Parts::deserialize(deserializer)?;
        let seats = parts.returns.first().map_or(0, Vec::len);
        let even = parts.returns.iter().all(|row| row.len() == seats);
        RecordError::unless(even, "all rows of returns must have the same length")
            .map_err(D::Error::custom)?;
        let search_targets = parts.search_targets(seats).map_err(D::Error::custom)?;
        Ok(Trajectories {
            seats,
            offsets: parts.offsets,
            actions: parts.actions,
            current_players: parts.current_players,
            envs: parts.envs,
            returns: parts.returns.concat(),
            reasons: parts.reasons,
            starts: parts.starts,
            search_targets,
        })
    }
}

impl Trajectories {
    /// Checks that the parts fit together, and replays all games to check that they could have been played.
    ///
    /// # Errors
    ///
    /// [`RecordError`] if the data are not valid.
    ///
    /// ```
    /// use plyground::game::Frame;
    /// use plyground::catalog;
    /// use plyground::sim::Trajectories;
    ///
    /// let game = catalog::open("chess", &[], Frame::Seat)?;
    /// let start = game.start(0).fen();
    /// let json = |action: i32| format!(
    ///     r#"{{"offsets": [0, 1], "actions": [{action}], "current_players": [0], "envs": [0], "returns": [[0, 0]], "reasons": [255],
    ///         "starts": ["{start}"]}}"#
    /// );
    /// let action = game.read_fen(&start, 0)?.legal_actions()[0];
    /// let played: Trajectories = serde_json::from_str(&json(action))?;
    /// assert_eq!(played.check(&*game), Ok(()));
    /// let odd: Trajectories = serde_json::from_str(&json(-5))?;
    /// let error = odd.check(&*game).unwrap_err();
    /// assert!(error.to_string().starts_with("game 0, step 0: action -5 is out of range"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self, game: &dyn DynGame) -> Result<(), RecordError> {
        let (games, steps, seats) = (self.starts.len(), self.actions.len(), game.spec().seats as usize);
        let columns = [self.envs.len(), self.reasons.len()];
        let alike = columns == [games; 2]
            && self.returns.len() == games * seats
            && (games == 0 || self.seats == seats);
        let message = format!(
            "{games} starts need as many environments and reasons, and returns for {seats} seats each; got \
             {}, {} and {}",
            columns[0],
            columns[1],
            self.returns.len()
        );
        RecordError::unless(alike, message)?;
        let paired = self.current_players.len() == steps;
        RecordError::unless(
            paired,
            format!("{steps} actions need as many players to act, got {}", self.current_players.len()),
        )?;
        let ends = (self.offsets.first(), self.offsets.last());
        let ordered = self.offsets.len() == games + 1
            && ends == (Some(&0), Some(&(steps as i64)))
            && self.offsets.is_sorted();
        RecordError::unless(
            ordered,
            format!("offsets must ascend from 0 to {steps}, with one entry more than there are games"),
        )?;
        if let Some(search_targets) = &self.search_targets {
            search_targets.check(steps, seats)?;
        }
        (0..games).try_for_each(|at| self.check_game(game, at))
    }

    fn check_game(&self, game: &dyn DynGame, at: usize) -> Result<(), RecordError> {
        let refused = |message: String| RecordError { message: format!("game {at}{message}") };
        let mut state = game.read_fen(&self.starts[at], 0).map_err(|error| refused(format!(": {error}")))?;
        for step in self.offsets[at] as usize..self.offsets[at + 1] as usize {
            let number = step - self.offsets[at] as usize;
            let (actor, action) = (state.actor().code(), self.actions[step]);
            if let Some(search_targets) = &self.search_targets {
                // Chance steps have no policy.
                let chance = actor < 0 && search_targets.policy(step).next().is_none();
                let fault =
                    if chance { None } else { search_targets.explain_invalid(step, state.legal_actions()) };
                fault.map_or(Ok(()), |fault| Err(refused(format!(", step {number}: {fault}"))))?;
            }
            let made = state.apply_action(action.into());
            made.map_err(|error| refused(format!(", step {number}: {error}")))?;
            let message =
                || format!(", step {number}: the seat to act is {actor}, got {}", self.current_players[step]);
            (actor == self.current_players[step]).then_some(()).ok_or_else(|| refused(message()))?;
        }
        let seats = game.spec().seats;
        let outcome = state.outcome();
        let reason = outcome.map_or(CUT_OFF, |outcome| outcome.reason as u8);
        let returns = game.spec().returns_of(outcome);
        let returns = returns.seats(seats);
        let got = &self.returns[at * returns.len()..][..returns.len()];
        let same = self.reasons[at] == reason && returns.iter().zip(got).all(|(&is, &got)| is as f32 == got);
        let message = || {
            format!(
                ": the game ends with reason {reason} and returns {returns:?}, got {} and {got:?}",
                self.reasons[at]
            )
        };
        same.then_some(()).ok_or_else(|| refused(message()))
    }
}
