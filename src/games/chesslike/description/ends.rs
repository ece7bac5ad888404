//! How a described game ends.

use super::keys::{END, REASONS};
use super::pieces::{DescribedKind, kinds_of, texts_of};
use crate::board::{Bitboard256, Lattice};
use crate::games::chesslike::goals::{Condition, Goal, GoalResult, ReachTime};
use crate::games::chesslike::repetition::MAX_HISTORY;
use crate::games::chesslike::tables::cell_set;
use crate::games::chesslike::variant_spec::RepetitionRule;
use crate::games::description::{Entry, Problem, Seats, Table};

/// The ends of a game.
#[derive(Clone, Debug)]
pub struct Ends {
    /// Whether a seat that is mated wins.
    pub mated_wins: bool,
    /// Whether a team that is mated loses even to a team that is mated, too.
    pub loses_to_mated_team: bool,
    /// The score of a seat that is stalemated.
    pub stalemate: f64,
    pub repetition: Option<RepetitionRule>,
    /// The number of steps without progress that make a draw.
    pub no_progress: u16,
    /// The number of steps of a game, if it is limited.
    pub length: Option<u32>,
    pub bare_kings: bool,
    pub goals: Vec<Goal>,
}

impl Ends {
    /// Returns what these ends have that only games for two seats can have, if anything.
    pub fn for_two_seats(&self) -> Option<&'static str> {
        let by_rounds =
            |goal: &Goal| matches!(goal.condition, Condition::Reach { when: ReachTime::Round, .. });
        if self.stalemate != 0.5 {
            Some("can score a stalemate other than 0.5")
        } else if self.mated_wins {
            Some("can score a checkmate with 1")
        } else if self.repetition.is_some_and(|rule| rule.checker_loses) {
            Some("can have 'checker-loses'")
        } else if self.goals.iter().any(by_rounds) {
            Some("can count pieces by rounds")
        } else {
            None
        }
    }
}

/// Returns the keys that belong to an end.
fn keys_of(reason: &str) -> &'static [&'static str] {
    match reason {
        "checkmate" => &["on", "score", "by-mated"],
        "stalemate" | "bare" => &["on", "score"],
        "repetition" => &["on", "count", "checker-loses"],
        "no-progress" | "length" => &["on", "steps"],
        "extinct" => &["on", "score", "pieces", "left", "any"],
        "reach" => &["on", "score", "pieces", "cells", "same-cells", "when"],
        "checks" => &["on", "score", "count"],
        _ => &["on"],
    }
}

/// Reads the ends. Without an entry they are those of chess.
///
/// # Errors
///
/// Returns the first problem.
pub fn read_ends(
    entry: Option<&Entry>,
    lattice: &Lattice,
    seats: &Seats,
    kinds: &[DescribedKind],
) -> Result<Ends, Problem> {
    let mut ends = Ends {
        mated_wins: false,
        loses_to_mated_team: false,
        stalemate: 0.5,
        repetition: Some(RepetitionRule::THIRD),
        no_progress: 100,
        length: None,
        bare_kings: true,
        goals: Vec::new(),
    };
    let Some(entry) = entry else { return Ok(ends) };
    (ends.repetition, ends.no_progress, ends.bare_kings) = (None, 0, false);
    let mut seen = Vec::new();
    for item in entry.list()? {
        let table = item.table_of(END)?;
        let on = table.require("on")?;
        let reason = REASONS[on.word()?];
        let is_goal = matches!(reason, "extinct" | "reach" | "checks");
        if !is_goal && seen.contains(&reason) {
            return Err(on.problem(format!("names '{reason}' twice")));
        }
        seen.push(reason);
        if let Some((key, foreign)) = table.entries().find(|(key, _)| !keys_of(reason).contains(key)) {
            return Err(foreign.problem(format!("'{key}' does not belong to '{reason}'")));
        }
        match reason {
            "checkmate" => {
                ends.mated_wins = read_mate(&table)?;
                ends.loses_to_mated_team = table.get("by-mated").map_or(Ok(false), |entry| entry.flag())?;
            }
            "stalemate" => ends.stalemate = table.require("score")?.number()?,
            "repetition" => ends.repetition = Some(read_repetition(&table)?),
            "no-progress" => ends.no_progress = read_no_progress(&table)?,
            "length" => ends.length = Some(table.require("steps")?.integer()? as u32),
            "bare-kings" => ends.bare_kings = true,
            _ => ends.goals.extend(read_goals(reason, &table, (lattice, seats, kinds))?),
        }
    }
    if ends.no_progress == 0 {
        return Err(entry.problem(format!(
            "must bound the game: add {{ on = \"no-progress\", steps = 100 }}, with 1 to {MAX_HISTORY} steps"
        )));
    }
    Ok(ends)
}

fn read_mate(table: &Table) -> Result<bool, Problem> {
    match read_result(table)? {
        GoalResult::Loss => Ok(false),
        GoalResult::Win => Ok(true),
        GoalResult::Draw => Err(table.require("score")?.problem("must be 0 or 1 here, got 0.5")),
    }
}

fn read_repetition(table: &Table) -> Result<RepetitionRule, Problem> {
    let checker_loses = table.get("checker-loses").map_or(Ok(false), |entry| entry.flag())?;
    let Some(count) = table.get("count") else {
        return Ok(RepetitionRule { checker_loses, ..RepetitionRule::THIRD });
    };
    match count.integer()? {
        number @ 3..=5 => Ok(RepetitionRule { earlier: number as u8 - 1, checker_loses }),
        number => Err(count.problem(format!("must be from 3 to 5 here, got {number}"))),
    }
}

fn read_no_progress(table: &Table) -> Result<u16, Problem> {
    let steps = table.require("steps")?;
    match steps.integer()? as usize {
        number @ 1..=MAX_HISTORY => Ok(number as u16),
        number => Err(steps.problem(format!("must be from 1 to {MAX_HISTORY} here, got {number}"))),
    }
}

/// Reads an end on a goal, which is several goals if any of several kinds can be gone.
fn read_goals(
    reason: &str,
    table: &Table,
    (lattice, seats, kinds): (&Lattice, &Seats, &[DescribedKind]),
) -> Result<Vec<Goal>, Problem> {
    let result = read_result(table)?;
    let goal = |condition| Goal { condition, result };
    Ok(match reason {
        "bare" => vec![goal(Condition::Bare)],
        "extinct" => {
            let (all, left) = (read_kinds(table, kinds)?, read_left(table)?);
            let each = table.get("any").map_or(Ok(false), |any| any.flag())?;
            let sets = if each {
                (0..kinds.len()).map(|kind| 1 << kind).filter(|kind| all & kind != 0).collect()
            } else {
                vec![all]
            };
            sets.into_iter().map(|kinds| goal(Condition::Extinct { kinds, left })).collect()
        }
        "reach" => {
            let cells = read_cells(table, lattice, seats)?;
            let times = [ReachTime::Arrival, ReachTime::NextTurn, ReachTime::Round];
            let when = table.get("when").map_or(Ok(0), |when| when.word())?;
            vec![goal(Condition::Reach { kinds: read_kinds(table, kinds)?, cells, when: times[when] })]
        }
        _ => vec![goal(Condition::Checks(table.require("count")?.integer()? as u8))],
    })
}

fn read_left(table: &Table) -> Result<u8, Problem> {
    Ok(table.get("left").map_or(Ok(0), |left| left.integer())? as u8)
}

fn read_result(table: &Table) -> Result<GoalResult, Problem> {
    let score = table.require("score")?;
    match score.number()? {
        0.0 => Ok(GoalResult::Loss),
        0.5 => Ok(GoalResult::Draw),
        1.0 => Ok(GoalResult::Win),
        other => Err(score.problem(format!("must be 0, 0.5 or 1 here, got {other}"))),
    }
}

/// Returns the kinds of some letters, as bits by number. Without letters these are all kinds.
fn read_kinds(table: &Table, kinds: &[DescribedKind]) -> Result<u32, Problem> {
    let Some(entry) = table.get("pieces") else { return Ok(u32::MAX) };
    Ok(kinds_of(&entry, &texts_of(kinds))?.iter().fold(0, |all, kind| all | 1 << kind.number()))
}

/// Returns the cells of each seat.
fn read_cells(table: &Table, lattice: &Lattice, seats: &Seats) -> Result<Vec<Bitboard256>, Problem> {
    let entry = table.require("cells")?;
    let cells = entry.cells(lattice.board())?;
    let same = table.get("same-cells").map_or(Ok(false), |same| same.flag())?;
    let of_seat = |seat: usize| {
        if same {
            return Ok(cell_set(&cells));
        }
        let turned = seats.turned(lattice, seat, &cells);
        let turned = turned.ok_or_else(|| entry.problem("cannot be turned to all seats: set same-cells"))?;
        Ok(cell_set(&turned))
    };
    (0..seats.count()).map(of_seat).collect()
}
