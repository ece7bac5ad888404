//! How a described game ends.

use super::keys::{END, REASONS};
use super::pieces::{DescribedKind, kinds_of, letters_of};
use crate::board::{Bitboard, Bitboard256, Lattice};
use crate::games::chesslike::goals::{Condition, Goal, GoalResult};
use crate::games::chesslike::repetition::MAX_HISTORY;
use crate::games::chesslike::tables::cell_set;
use crate::games::description::{Entry, Problem, Seats, Table};

/// The ends of a game besides checkmate.
#[derive(Clone, Debug)]
pub struct Ends {
    /// The score of a seat that is stalemated.
    pub stalemate: f64,
    /// Whether the third occurrence of a position is a draw.
    pub repetition: bool,
    /// The number of steps without progress that make a draw.
    pub no_progress: u16,
    pub bare_kings: bool,
    pub goals: Vec<Goal>,
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
    let mut ends =
        Ends { stalemate: 0.5, repetition: true, no_progress: 100, bare_kings: true, goals: Vec::new() };
    let Some(entry) = entry else { return Ok(ends) };
    (ends.repetition, ends.no_progress, ends.bare_kings) = (false, 0, false);
    let mut seen = Vec::new();
    for item in entry.list()? {
        let table = item.table_of(END)?;
        let on = table.require("on")?;
        let reason = on.word()?;
        if reason < 4 && seen.contains(&reason) {
            return Err(on.problem(format!("names '{}' twice", REASONS[reason])));
        }
        seen.push(reason);
        let own = [
            &["on", "score"][..],
            &["on"],
            &["on", "steps"],
            &["on"],
            &["on", "score", "pieces"],
            &["on", "score", "pieces", "cells", "same-cells"],
            &["on", "score", "count"],
        ][reason];
        if let Some((key, foreign)) = table.entries().find(|(key, _)| !own.contains(key)) {
            return Err(foreign.problem(format!("'{key}' does not belong to '{}'", REASONS[reason])));
        }
        let goal = |condition| Ok::<Goal, Problem>(Goal { condition, result: read_result(&table)? });
        match reason {
            0 => ends.stalemate = table.require("score")?.number()?,
            1 => ends.repetition = true,
            2 => ends.no_progress = table.require("steps")?.integer()? as u16,
            3 => ends.bare_kings = true,
            4 => ends.goals.push(goal(Condition::Extinct(read_kinds(&table, kinds)?))?),
            5 => {
                let cells = read_cells(&table, lattice, seats)?;
                ends.goals.push(goal(Condition::Reach { kinds: read_kinds(&table, kinds)?, cells })?);
            }
            _ => {
                let count = table.require("count")?.integer()? as u8;
                ends.goals.push(goal(Condition::Checks(count))?);
            }
        }
    }
    if ends.no_progress == 0 {
        return Err(entry.problem(format!(
            "must bound the game: add {{ on = \"no-progress\", steps = 100 }}, with 1 to {MAX_HISTORY} steps"
        )));
    }
    Ok(ends)
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
    Ok(kinds_of(&entry, &letters_of(kinds))?.iter().fold(0, |all, kind| all | 1 << kind.number()))
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
        let moved = lattice.views()[seats.motions[seat]].cells(lattice.board());
        let moved = moved.ok_or_else(|| entry.problem("cannot be turned to all seats: set same-cells"))?;
        Ok(cells
            .iter()
            .fold(Bitboard256::EMPTY, |all, &cell| all | Bitboard256::one(moved[usize::from(cell)])))
    };
    (0..seats.count()).map(of_seat).collect()
}
