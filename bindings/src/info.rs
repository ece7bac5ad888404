//! `Info`: what there is to know about a game before it is played.

use super::data::json;
use super::game::{Game, remade};
use super::options::{options_dict, specs_of};
use super::planes::planes_of;
use super::scores::Scores;
use numpy::PyArray2;
use plyground::board::EdgeKind;
use plyground::game::{Frame, Options, Spec};
use plyground::sim::{ActionPlanes, AnyGame, Description};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// What there is to know about a game before it is played.
///
/// >>> import plyground as pg
/// >>> info = pg.info("english-draughts")
/// >>> info.title, info.num_seats, info.turn_order
/// ('English Draughts', 2, (0, 1))
/// >>> info.plane_names[:4]
/// ('own men', 'own kings', 'enemy men', 'enemy kings')
///
/// All of it is JSON, too, under the same names:
///
/// >>> import json
/// >>> facts = json.loads(info.to_json())
/// >>> facts["title"], facts["scores"]["kind"], facts["cells"][:3]
/// ('English Draughts', 'win', ['4', '3', '2'])
#[pyclass(frozen, module = "plyground._core")]
pub(super) struct Info {
    game: Arc<dyn AnyGame>,
}

/// What makes two games the same.
fn identity(spec: &Spec) -> (&str, &Options, Frame) {
    (&spec.id, &spec.options, spec.frame)
}

/// Whether two games are the same.
pub(super) fn equal(one: &dyn AnyGame, other: &dyn AnyGame) -> bool {
    identity(one.spec()) == identity(other.spec())
}

/// A hash of what makes a game.
pub(super) fn hash(game: &dyn AnyGame) -> u64 {
    let mut hasher = DefaultHasher::new();
    identity(game.spec()).hash(&mut hasher);
    hasher.finish()
}

/// Planes, rows, columns.
pub(super) fn observation_shape(game: &dyn AnyGame) -> (usize, usize, usize) {
    game.shapes().planes.into()
}

/// Pairs of numbers, one pair a row.
fn pairs(py: Python<'_>, pairs: impl Iterator<Item = (usize, usize)>) -> PyResult<Bound<'_, PyArray2<i16>>> {
    let numbers: Vec<i16> = pairs.flat_map(|(a, b)| [a as i16, b as i16]).collect();
    let rows = numbers.len() / 2;
    let array = numpy::ndarray::Array2::from_shape_vec((rows, 2), numbers).expect("two numbers a row");
    Ok(PyArray2::from_owned_array(py, array))
}

impl Info {
    pub fn of(game: &Game) -> Info {
        Info { game: game.any().clone() }
    }

    fn spec(&self) -> &Spec {
        self.game.spec()
    }
}

#[pymethods]
impl Info {
    /// The id, or the id of the variant whose options were changed.
    #[getter]
    fn id(&self) -> &str {
        &self.spec().id
    }

    /// A name for headlines.
    #[getter]
    fn title(&self) -> &str {
        &self.spec().title
    }

    /// The name of its rule document.
    #[getter]
    fn family(&self) -> &str {
        self.spec().family
    }

    /// The section of the rule document that defines it.
    #[getter]
    fn rules(&self) -> &str {
        self.spec().rules
    }

    /// All options, spelled out.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        options_dict(py, &self.spec().options)
    }

    /// What the options are, and what each of them takes.
    #[getter]
    fn option_specs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        specs_of(py, &self.spec().options)
    }

    /// How many seats play.
    #[getter]
    fn num_seats(&self) -> u8 {
        self.spec().seats
    }

    /// The colour of each seat's pieces.
    #[getter]
    fn colors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.spec().colours.iter().map(|hue| hue.as_str()))
    }

    /// The side of the board that each seat sits at: how many degrees clockwise from the near one.
    #[getter]
    fn seat_angles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.spec().sides)
    }

    /// The team of each seat.
    #[getter]
    fn teams<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.spec().teams)
    }

    /// What seats play for, and what their returns can be.
    #[getter]
    fn scores(&self) -> Scores {
        Scores(self.spec().scores)
    }

    /// The order in which seats take turns, from the first mover.
    #[getter]
    fn turn_order<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.spec().sequence)
    }

    /// Whether a seat may know less than the position string says.
    #[getter]
    fn has_hidden_information(&self) -> bool {
        self.spec().hidden
    }

    /// Whether chance steps occur in play (a shuffled start alone does not count).
    #[getter]
    fn has_chance(&self) -> bool {
        self.spec().chance
    }

    /// Whether seats commit choices that are resolved together.
    #[getter]
    fn is_simultaneous(&self) -> bool {
        self.spec().commits
    }

    /// The number of different actions.
    #[getter]
    fn num_actions(&self) -> usize {
        self.spec().num_actions
    }

    /// The names of the observation planes.
    #[getter]
    fn plane_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.spec().planes.iter().map(|plane| &*plane.name))
    }

    /// What the observation planes show, and in which numbers.
    #[getter]
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        planes_of(py, self.spec())
    }

    /// Planes, rows, columns.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        observation_shape(&*self.game)
    }

    /// Where each action stands as each seat sees the board, shape (seats, actions): its plane, times rows,
    /// times columns, plus its row, times columns, plus its column; -1 for what stands nowhere (promotions to
    /// lesser pieces, cards, commits, passes).
    ///
    /// >>> import plyground as pg
    /// >>> places = pg.info("chess").action_planes
    /// >>> places.shape, int(places[0, 28]), int(places[0, 1024])
    /// ((2, 1096), 28, -1)
    #[getter]
    fn action_planes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i32>> {
        PyArray2::from_owned_array(py, ActionPlanes::of(&*self.game).places)
    }

    /// How many planes of the grid the actions stand in.
    #[getter]
    fn num_action_planes(&self) -> usize {
        ActionPlanes::of(&*self.game).count
    }

    /// No game takes more steps than this; where the rules set no bound, games are cut off there.
    #[getter]
    fn max_steps(&self) -> u32 {
        self.spec().max_steps
    }

    /// From where actions and observations are seen.
    #[getter]
    fn frame(&self) -> &'static str {
        self.spec().frame.as_str()
    }

    /// What the cells of its board are.
    #[getter]
    fn board(&self) -> &'static str {
        self.game.board().shape().as_str()
    }

    /// The names of the board's cells.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let board = self.game.board();
        PyTuple::new(py, board.cells().map(|cell| board.name(cell)))
    }

    /// The corners of each cell as points of the plane, in cell sides: x to seat 0's right, y away from seat
    /// 0.
    #[getter]
    fn outlines<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let board = self.game.board();
        PyTuple::new(py, board.cells().map(|cell| board.outline(cell).to_vec()))
    }

    /// The colour of each cell: ``dark`` or ``light``; or how a triangle points, ``up`` (drawn dark) or
    /// ``down``.
    #[getter]
    fn shades<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let board = self.game.board();
        PyTuple::new(py, board.cells().map(|cell| board.colour(cell).as_str()))
    }

    /// The row and column of each cell as seat 0 observes it, shape (cells, 2).
    #[getter]
    fn grid<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i16>>> {
        let board = self.game.board();
        pairs(py, board.cells().map(|cell| board.place(cell)))
    }

    /// The board as a graph: by kind of touch (``side``, ``corner``, ``opposite``) every two cells that touch
    /// so, shape (edges, 2).
    #[getter]
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for kind in EdgeKind::ALL {
            let edges = self.game.board().edges().iter().filter(|edge| edge.2 == kind);
            dict.set_item(kind.as_str(), pairs(py, edges.map(|&(a, b, _)| (a as usize, b as usize)))?)?;
        }
        Ok(dict)
    }

    /// All of it as JSON, by the names that it has here.
    fn to_json(&self) -> PyResult<String> {
        json(&Description::of(&*self.game))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Info>().is_ok_and(|other| equal(&*self.game, &*other.get().game))
    }

    fn __hash__(&self) -> u64 {
        hash(&*self.game)
    }

    /// `functools.partial(info, id, frame=…, **options)`, to be called without arguments.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        Ok((remade(py, "info", self.spec())?, PyTuple::empty(py)))
    }

    fn __repr__(&self) -> String {
        let spec = self.spec();
        let (planes, rows, columns) = self.observation_shape();
        format!(
            "Info(id='{}', num_seats={}, scores='{}', num_actions={}, observation_shape=({planes}, {rows}, {columns}), has_hidden_information={}, has_chance={})",
            spec.id,
            spec.seats,
            spec.scores.kind.as_str(),
            spec.num_actions,
            if spec.hidden { "True" } else { "False" },
            if spec.chance { "True" } else { "False" },
        )
    }
}
