//! Holes of Chess Golf and their solver, for the Python module `plyground.golf`.

use super::args::{U64Arg, run_interruptible, text_of};
use super::errors::{IllegalStep, MapPyErr};
use super::extract::Checked;
use super::state::State;
use plyground::games::chess::golf::solver::{self, HoleRequest, Limits, Solution, SolvedHole, Unsolved};
use plyground_python_macros::guarded;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Adds the class and the function to the module.
pub(super) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    super::add_class::<GolfHole>(module)?;
    module.add_function(wrap_pyfunction!(_golf_holes, module)?)
}

/// A hole of Chess Golf: a board and the cards that state what must be captured.
#[pyclass(frozen, name = "_GolfHole", module = "plyground._core")]
struct GolfHole(solver::Hole);

/// The result of `solve`: the fewest moves if known; the reason if unknown; the largest number of moves
/// proved insufficient; shortest lines; the number of all shortest lines; the number of positions searched.
type Solved = (Option<u32>, Option<&'static str>, u32, Vec<Vec<String>>, u64, u64);

/// Board and cards of a hole, the fewest moves if known, and the largest number proved insufficient.
type HoleRow = (String, String, Option<u32>, u32);

#[guarded]
#[pymethods]
impl GolfHole {
    #[new]
    fn new(board: &Bound<'_, PyAny>, cards: &Bound<'_, PyAny>) -> PyResult<GolfHole> {
        let board = text_of("board", "a str with the placement of the men", board)?;
        let cards = text_of("cards", "a str with the letters of the drawn cards, like 'Kb'", cards)?;
        solver::Hole::read(board, cards).map_py_err().map(GolfHole)
    }

    /// Return the current hole of a state of a course.
    #[staticmethod]
    fn of(state: &State) -> PyResult<GolfHole> {
        let (game, state) = state.parts();
        solver::Hole::from_course_fen(game.get().spec(), &state.fen())
            .map(GolfHole)
            .map_err(PyValueError::new_err)
    }

    /// Placement of the men, as in a position string.
    #[getter]
    fn board(&self) -> String {
        self.0.board()
    }

    /// Letters of the cards of the men that are not captured yet.
    #[getter]
    fn cards(&self) -> String {
        self.0.cards()
    }

    /// Letter of the card whose men capture, once it is determined; otherwise None.
    #[getter]
    fn taker(&self) -> Option<char> {
        self.0.goal.taker.map(|card| card.letter())
    }

    /// Whether all captures are made.
    #[getter]
    fn is_reached(&self) -> bool {
        self.0.goal.is_reached()
    }

    /// Return the hole after a move.
    fn after(&self, step: Checked<&str>) -> PyResult<GolfHole> {
        let step = self.0.read_step(&step).map_err(IllegalStep::new_err)?;
        Ok(GolfHole(self.0.after(step)))
    }

    /// Search for the fewest moves and the shortest lines.
    fn solve(
        &self,
        py: Python<'_>,
        max_moves: U64Arg,
        max_lines: U64Arg,
        memory_mib: U64Arg,
    ) -> PyResult<Solved> {
        let limits = limits(max_moves, max_lines, memory_mib)?;
        let solution = run_interruptible(py, |go_on| solver::solve(&self.0, &limits, go_on))?;
        // None only if the search was interrupted, and then `run_interruptible` has raised the exception.
        solution.map(solved).ok_or_else(|| PyValueError::new_err("interrupted"))
    }
}

/// Return random holes (puzzles of Chess Golf).
///
/// Each has its fewest moves, if known, and the largest number of moves that was proved to be too few.
#[guarded]
#[pyfunction]
#[allow(clippy::too_many_arguments)]
fn _golf_holes(
    py: Python<'_>,
    num_holes: U64Arg,
    cards: U64Arg,
    par: Option<(U64Arg, U64Arg)>,
    seed: U64Arg,
    max_moves: U64Arg,
    memory_mib: U64Arg,
    max_tries: U64Arg,
) -> PyResult<Vec<HoleRow>> {
    let par = match par {
        Some((least, most)) => {
            Some((least.up_to("par", solver::MAX_MOVES)?, most.up_to("par", solver::MAX_MOVES)?))
        }
        None => None,
    };
    let cards = cards.up_to("cards", solver::MAX_CARDS)?;
    let request = HoleRequest {
        holes: num_holes.to_usize(),
        cards: cards as u8,
        par,
        seed: seed.0,
        max_tries: max_tries.0,
    };
    let limits = limits(max_moves, U64Arg(0), memory_mib)?;
    let made = run_interruptible(py, |go_on| solver::random_holes(&request, &limits, go_on))?;
    let made = made.ok_or_else(|| PyValueError::new_err("interrupted"))?;
    let row =
        |SolvedHole { hole, solution }| (hole.board(), hole.cards(), solution.par.ok(), solution.more_than);
    Ok(made.into_iter().map(row).collect())
}

/// Checks the limits of a search.
fn limits(max_moves: U64Arg, max_lines: U64Arg, memory_mib: U64Arg) -> PyResult<Limits> {
    let memory = memory_mib.up_to("memory_mib", solver::MAX_MEBIBYTES)?;
    Ok(Limits {
        max_moves: max_moves.up_to("max_moves", solver::MAX_MOVES)?,
        max_lines: max_lines.up_to("max_lines", solver::MAX_LINES)? as usize,
        max_bytes: (memory as usize).saturating_mul(1 << 20),
    })
}

/// Converts a solution for Python.
fn solved(solution: Solution) -> Solved {
    let why = solution.par.err().map(|why| match why {
        Unsolved::MoveLimit => "moves",
        Unsolved::MemoryLimit => "memory",
        Unsolved::Unsolvable => "unsolvable",
    });
    let lines = solution.texts();
    (solution.par.ok(), why, solution.more_than, lines, solution.num_lines, solution.num_positions)
}
