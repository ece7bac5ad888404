//! Holes of Chess Golf and their solver, for `plyground.golf`.

use super::args::{Whole, patiently, text_of};
use super::errors::{IllegalStep, Raised};
use super::fits::Fit;
use super::state::State;
use plyground::games::chess::golf::solver::{self, Labelled, Limits, Solution, Unsolved, Wanted};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

pub(super) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    super::add_class::<GolfHole>(module)?;
    module.add_function(wrap_pyfunction!(_golf_holes, module)?)
}

/// A hole: a board and what is to be captured on it.
#[pyclass(frozen, name = "_GolfHole", module = "plyground._core")]
struct GolfHole(solver::Hole);

/// The fewest moves if they are known; why they are not; how many are too few; lines; the number of all
/// shortest lines; how many positions were gone through.
type Solved = (Option<u32>, Option<&'static str>, u32, Vec<Vec<String>>, u64, u64);

/// Board and cards of a hole, the fewest moves if they are known, and how many are too few.
type Made = (String, String, Option<u32>, u32);

#[pymethods]
impl GolfHole {
    #[new]
    fn new(board: &Bound<'_, PyAny>, cards: &Bound<'_, PyAny>) -> PyResult<GolfHole> {
        let board = text_of("board", "the placement of the men", board)?;
        let cards = text_of("cards", "the letters of the chosen cards, like 'Kb'", cards)?;
        solver::Hole::read(board, cards).raised().map(GolfHole)
    }

    /// The hole of a course as it stands.
    #[staticmethod]
    fn of(state: &State) -> PyResult<GolfHole> {
        let (game, state) = state.parts();
        solver::Hole::of_course(game.get().spec(), &state.fen()).map(GolfHole).map_err(PyValueError::new_err)
    }

    #[getter]
    fn board(&self) -> String {
        self.0.board()
    }

    #[getter]
    fn cards(&self) -> String {
        self.0.cards()
    }

    #[getter]
    fn taker(&self) -> Option<char> {
        self.0.goal.taker.map(|card| card.letter())
    }

    #[getter]
    fn is_reached(&self) -> bool {
        self.0.goal.is_reached()
    }

    /// The hole after a move.
    fn after(&self, step: Fit<&str>) -> PyResult<GolfHole> {
        let step = self.0.read_step(&step).map_err(IllegalStep::new_err)?;
        Ok(GolfHole(self.0.after(step)))
    }

    fn solve(&self, py: Python<'_>, moves: Whole, lines: Whole, memory: Whole) -> PyResult<Solved> {
        let limits = limits(moves, lines, memory)?;
        let solution = patiently(py, |go_on| solver::solve(&self.0, &limits, go_on))?;
        // None only if it was stopped, which has been raised.
        solution.map(told).ok_or_else(|| PyValueError::new_err("stopped"))
    }
}

/// Holes made by chance: each with the fewest moves if they are known, and how many are too few.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
fn _golf_holes(
    py: Python<'_>,
    holes: Whole,
    cards: Whole,
    par: Option<(Whole, Whole)>,
    seed: Whole,
    moves: Whole,
    memory: Whole,
    tries: Whole,
) -> PyResult<Vec<Made>> {
    let par = match par {
        Some((least, most)) => {
            Some((least.up_to("par", solver::MOST_MOVES)?, most.up_to("par", solver::MOST_MOVES)?))
        }
        None => None,
    };
    let cards = cards.up_to("cards", solver::MOST_CARDS)?;
    let wanted = Wanted { holes: holes.size(), cards: cards as u8, par, seed: seed.0, tries: tries.0 };
    let limits = limits(moves, Whole(0), memory)?;
    let made = patiently(py, |go_on| solver::holes(&wanted, &limits, go_on))?;
    let made = made.ok_or_else(|| PyValueError::new_err("stopped"))?;
    let row =
        |Labelled { hole, solution }| (hole.board(), hole.cards(), solution.least.ok(), solution.more_than);
    Ok(made.into_iter().map(row).collect())
}

fn limits(moves: Whole, lines: Whole, memory: Whole) -> PyResult<Limits> {
    let memory = memory.up_to("memory", solver::MOST_MEBIBYTES)?;
    Ok(Limits {
        moves: moves.up_to("moves", solver::MOST_MOVES)?,
        lines: lines.up_to("lines", solver::MOST_LINES)? as usize,
        memory: (memory as usize).saturating_mul(1 << 20),
    })
}

fn told(solution: Solution) -> Solved {
    let why = solution.least.err().map(|why| match why {
        Unsolved::Moves => "moves",
        Unsolved::Memory => "memory",
        Unsolved::Hopeless => "hopeless",
    });
    let lines = solution.texts();
    (solution.least.ok(), why, solution.more_than, lines, solution.count, solution.positions)
}
