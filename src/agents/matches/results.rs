//! The results of a match, in columns.

use crate::agents::match_runner::{GameResult, NUM_OPENING_ACTIONS};
use crate::game::Spec;
use crate::sim::columns::{self, NestedRows, PairMap};
use crate::sim::{CUT_OFF, DynGame, RecordError, ScoreCounts, Trajectories};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::collections::BTreeSet;

/// The results of a match, with one row per game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matches {
    /// The number of seats of the game.
    pub seats: usize,
    /// The return of each seat, row by row. Games that were cut off have the returns of
    /// [`Spec::returns_of`](crate::game::Spec::returns_of) for that.
    pub returns: Vec<f64>,
    /// The number of steps.
    pub steps: Vec<u32>,
    /// The number of the [`Reason`](crate::game::Reason), or [`CUT_OFF`](crate::sim::CUT_OFF).
    pub reasons: Vec<u8>,
    /// The first action, or -1.
    pub first_action: Vec<i32>,
    /// The first [`NUM_OPENING_ACTIONS`] actions of each game, including random openings and chance, padded
    /// with -1.
    pub opening_actions: Vec<i32>,
    /// The agent of each seat, row by row.
    pub agents: Vec<u8>,
    /// The mean number of legal steps over the choices of seats.
    pub branching: Vec<f32>,
    /// The number of times that another side took the lead in material.
    pub lead_changes: Vec<u16>,
    /// The mean over the turns after which the winner was behind: the square root of its deficit in the share
    /// of the material.
    pub drama: Vec<f32>,
    /// The kinds of pieces in the samples, sorted. Pieces under a piece of another seat are separate kinds.
    pub piece_kinds: Vec<String>,
    /// The number of pieces of each seat and kind before one step of each game. The step is drawn from the
    /// choices of seats.
    pub pieces: Vec<u8>,
    /// The number of steps before that sample, or -1 if no seat made a choice.
    pub piece_step: Vec<i32>,
    /// The games themselves, if they were recorded. Otherwise empty.
    pub games: Vec<MatchGame>,
}

/// A game of a match, from its start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchGame {
    /// The position string of the start, before random openings.
    pub start: String,
    /// All actions, including those of openings and of chance.
    pub actions: Vec<u32>,
    /// For each action, the return that its agent expected for its seat. `None` for openings, chance, and
    /// agents that do not estimate it.
    pub values: Vec<Option<f32>>,
}

/// Serializes with one row per game.
impl Serialize for Matches {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (games, kinds) = (self.steps.len(), self.piece_kinds.len());
        let seats = [games, self.seats];
        let mut fields = serializer.serialize_struct("Matches", 13)?;
        fields.serialize_field("returns", &NestedRows { all: &self.returns, shape: &seats })?;
        fields.serialize_field("steps", &self.steps)?;
        fields.serialize_field("reasons", &self.reasons)?;
        fields.serialize_field("first_action", &self.first_action)?;
        fields.serialize_field("reason_counts", &PairMap(&self.reason_counts()))?;
        fields.serialize_field(
            "opening_actions",
            &NestedRows { all: &self.opening_actions, shape: &[games, NUM_OPENING_ACTIONS] },
        )?;
        fields.serialize_field("agent_indices", &NestedRows { all: &self.agents, shape: &seats })?;
        fields.serialize_field("branching", &self.branching)?;
        fields.serialize_field("lead_changes", &self.lead_changes)?;
        fields.serialize_field("drama", &self.drama)?;
        fields.serialize_field("piece_kinds", &self.piece_kinds)?;
        let pieces = NestedRows { all: &self.pieces, shape: &[games, self.seats, kinds] };
        fields.serialize_field("pieces", &pieces)?;
        fields.serialize_field("piece_step", &self.piece_step)?;
        fields.end()
    }
}

/// Returns the name of a kind of piece.
fn kind_name(kind: &str, captive: bool) -> String {
    if captive { format!("captive {kind}") } else { kind.into() }
}

impl Matches {
    /// Returns how many games ended for each reason, the most frequent first. `truncated` counts games that
    /// were cut off.
    pub fn reason_counts(&self) -> Vec<(&'static str, usize)> {
        columns::reason_counts(&self.reasons)
    }

    /// Returns how often each agent got each return, in the games that were not cut off. An agent on several
    /// seats counts once per seat.
    pub fn score_counts(&self, agents: usize) -> ScoreCounts {
        let mut score_counts = ScoreCounts::new(agents);
        for (game, _) in self.reasons.iter().enumerate().filter(|reason| *reason.1 != CUT_OFF) {
            for at in game * self.seats..(game + 1) * self.seats {
                score_counts.add(self.agents[at].into(), self.returns[at]);
            }
        }
        score_counts
    }

    /// Returns the recorded games as trajectories. Their numbers begin with `offset`.
    ///
    /// # Errors
    ///
    /// Returns an error if a game cannot have been played.
    pub fn trajectories(&self, game: &dyn DynGame, offset: u64) -> Result<Trajectories, RecordError> {
        let mut all = Trajectories { seats: self.seats, offsets: vec![0], ..Trajectories::default() };
        for (played, number) in self.games.iter().zip(offset..) {
            let invalid = |problem: String| RecordError::new(format!("game {number}: {problem}"));
            let mut state = game.read_fen(&played.start, 0).map_err(|error| invalid(error.to_string()))?;
            for &action in &played.actions {
                all.current_players.push(state.actor().code());
                all.actions.push(action as i32);
                state.apply_action(action.into()).map_err(|error| invalid(error.to_string()))?;
            }
            all.offsets.push(all.actions.len() as i64);
            all.envs.push(number as i32);
            all.starts.push(played.start.clone());
        }
        all.returns = self.returns.iter().map(|&got| got as f32).collect();
        all.reasons.clone_from(&self.reasons);
        Ok(all)
    }

    /// Checks that the columns are consistent with each other, with the variant and with the number of
    /// agents.
    ///
    /// # Errors
    ///
    /// Returns an error that describes the first inconsistency.
    pub fn check(&self, spec: &Spec, agents: usize) -> Result<(), RecordError> {
        let games = self.steps.len();
        let columns = [
            games,
            self.reasons.len(),
            self.first_action.len(),
            self.branching.len(),
            self.lead_changes.len(),
            self.drama.len(),
            self.piece_step.len(),
        ];
        columns::check_games(spec, self.seats, &columns, self.returns.len())?;
        columns::check_reasons(&self.reasons)?;
        let odd = self.agents.iter().find(|&&agent| usize::from(agent) >= agents);
        let known = odd.is_none() && self.agents.len() == self.returns.len();
        RecordError::unless(
            known,
            format!("in every game, each seat must have an agent numbered below {agents}"),
        )?;
        let lines = games * NUM_OPENING_ACTIONS;
        let message = format!("there must be {lines} opening actions, got {}", self.opening_actions.len());
        RecordError::unless(self.opening_actions.len() == lines, message)?;
        let pieces = games * self.seats * self.piece_kinds.len();
        let message = format!("there must be {pieces} piece counts, got {}", self.pieces.len());
        RecordError::unless(self.pieces.len() == pieces, message)?;
        let message = format!("there must be {games} recorded games or none, got {}", self.games.len());
        RecordError::unless(self.games.is_empty() || self.games.len() == games, message)?;
        let alike = self.games.iter().all(|game| game.values.len() == game.actions.len());
        RecordError::unless(alike, "recorded games must have one value for each action")
    }

    /// Returns the results of these games.
    pub(super) fn of(seats: u8, rows: Vec<GameResult>) -> Matches {
        let piece_counts =
            || rows.iter().flat_map(|row| row.sample.iter().flat_map(|(_, piece_counts)| piece_counts));
        let kinds: BTreeSet<(&str, bool)> =
            piece_counts().map(|(_, kind, captive, _)| (&**kind, *captive)).collect();
        let mut piece_kinds: Vec<String> =
            kinds.iter().map(|&(kind, captive)| kind_name(kind, captive)).collect();
        piece_kinds.sort_unstable();
        let column = |kind, captive| piece_kinds.binary_search(&kind_name(kind, captive));
        let columns: Vec<((&str, bool), usize)> = kinds
            .iter()
            .filter_map(|&(kind, captive)| Some(((kind, captive), column(kind, captive).ok()?)))
            .collect();
        let mut all = Matches {
            seats: seats.into(),
            pieces: vec![0; rows.len() * usize::from(seats) * columns.len()],
            ..Matches::default()
        };
        for (at, row) in rows.iter().enumerate() {
            all.returns.extend_from_slice(row.returns.seats(seats));
            all.steps.push(row.steps);
            all.reasons.push(row.reason);
            all.first_action.push(row.line[0]);
            all.opening_actions.extend_from_slice(&row.line);
            all.agents.extend_from_slice(&row.agents[..usize::from(seats)]);
            all.branching.push(row.branching);
            all.lead_changes.push(row.lead_changes);
            all.drama.push(row.drama);
            all.piece_step.push(row.sample.as_ref().map_or(-1, |&(step, _)| step as i32));
            for (seat, kind, captive, count) in row.sample.iter().flat_map(|(_, piece_counts)| piece_counts) {
                if let Some((_, column)) = columns.iter().find(|(of, _)| *of == (&**kind, *captive)) {
                    all.pieces[(at * usize::from(seats) + seat.index()) * columns.len() + column] = *count;
                }
            }
        }
        all.piece_kinds = piece_kinds;
        all.games = rows.into_iter().filter_map(|row| row.game).collect();
        all
    }
}
