//! `Info`: the description of a game.

use super::data::json;
use super::game::{Game, partial_call};
use super::options::{options_dict, specs_of};
use super::planes::planes_of;
use super::scores::Scores;
use numpy::PyArray2;
use plyground::board::EdgeKind;
use plyground::game::{Frame, Options, Spec};
use plyground::sim::{ActionPlanes, DynGame, Metadata};
use plyground_python_macros::guarded;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Description of a game: its seats, board, actions, observations and scoring.
///
/// The function `info` and `Game.info` return it. Infos of equal games are equal.
///
/// Examples
/// --------
/// >>> import plyground as pg
/// >>> info = pg.info("english-draughts")
/// >>> info.title, info.num_seats, info.turn_order
/// ('English Draughts', 2, (0, 1))
/// >>> info.plane_names[:4]
/// ('own men', 'own kings', 'enemy men', 'enemy kings')
///
/// `to_json` returns all properties under the same names:
///
/// >>> import json
/// >>> facts = json.loads(info.to_json())
/// >>> facts["title"], facts["scoring"]["kind"], facts["cells"][:3]
/// ('English Draughts', 'win', ['4', '3', '2'])
#[pyclass(frozen, module = "plyground._core")]
pub(super) struct Info {
    game: Arc<dyn DynGame>,
}

/// Returns the parts of a specification that determine a game.
fn identity(spec: &Spec) -> (&str, &Options, Frame, Option<&str>) {
    (&spec.id, &spec.options, spec.frame, spec.description.as_deref())
}

/// Returns whether two games are equal.
pub(super) fn has_same_rules(one: &dyn DynGame, other: &dyn DynGame) -> bool {
    identity(one.spec()) == identity(other.spec())
}

/// Returns a hash of a game. Equal games have equal hashes.
pub(super) fn hash_of(game: &dyn DynGame) -> u64 {
    let mut hasher = DefaultHasher::new();
    identity(game.spec()).hash(&mut hasher);
    hasher.finish()
}

/// Returns the shape of an observation: planes, rows, columns.
pub(super) fn observation_shape(game: &dyn DynGame) -> (usize, usize, usize) {
    game.shapes().planes.into()
}

/// Returns an array with a row for each pair of numbers.
fn pair_rows(
    py: Python<'_>,
    pairs: impl Iterator<Item = (usize, usize)>,
) -> PyResult<Bound<'_, PyArray2<i16>>> {
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

#[guarded]
#[pymethods]
impl Info {
    /// Id of the variant. If its options were changed, the id of the original variant.
    #[getter]
    fn id(&self) -> &str {
        &self.spec().id
    }

    /// Name of the variant for headings, such as ``"English Draughts"``.
    #[getter]
    fn title(&self) -> &str {
        &self.spec().title
    }

    /// How the game is played, in two or three sentences. `rules` returns the whole rules.
    ///
    /// It follows the options, and is empty for a game of your own without a summary.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> print(pg.info("stax").summary)
    /// Stax for two on 8x8 squares: leave the enemy without a move. Stacks move and jump diagonally as their
    /// top piece, men only forward; jumps are forced and put the top of the jumped stack under the jumper.
    #[getter]
    fn summary(&self) -> &str {
        &self.spec().summary
    }

    /// Name of the family, which is also the name of its rule document in ``docs/rules``.
    #[getter]
    fn family(&self) -> &str {
        self.spec().family
    }

    /// Section of the rule document that defines the variant, such as ``"4-11"``.
    #[getter]
    fn rules(&self) -> &str {
        self.spec().rules
    }

    /// All options with their values, as a dict.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        options_dict(py, &self.spec().options)
    }

    /// Descriptions of the options, as a tuple of `OptionSpec`.
    #[getter]
    fn option_specs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        specs_of(py, &self.spec().options)
    }

    /// Number of seats, as an int.
    #[getter]
    fn num_seats(&self) -> u8 {
        self.spec().seats
    }

    /// Color of each seat's pieces, as a tuple of str: white, black, red, blue, green or purple.
    #[getter]
    fn seat_colors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.spec().colors.iter().map(|color| color.as_str()))
    }

    /// Side of the board at which each seat sits, as a tuple of int: degrees clockwise from seat 0.
    #[getter]
    fn seat_angles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.spec().seat_angles)
    }

    /// Team of each seat, as a tuple of int. Seats of one team win and lose together.
    #[getter]
    fn seat_teams<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.spec().teams)
    }

    /// Meaning and range of the returns, as a `Scoring`.
    #[getter]
    fn scoring(&self) -> Scores {
        Scores(self.spec().scores)
    }

    /// Order in which seats take turns, as a tuple of seats that begins with the first seat.
    #[getter]
    fn turn_order<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.spec().turn_order.iter().map(|seat| seat.number()))
    }

    /// Whether there are positions of which a seat may not know everything.
    #[getter]
    fn has_hidden_information(&self) -> bool {
        self.spec().has_hidden_information
    }

    /// Whether chance steps can occur. A random set-up is not a chance step.
    #[getter]
    fn has_chance(&self) -> bool {
        self.spec().has_chance
    }

    /// Whether there are choices that several seats make simultaneously, as commits.
    #[getter]
    fn is_simultaneous(&self) -> bool {
        self.spec().is_simultaneous
    }

    /// Number of actions, as an int. Actions are numbered from 0 to ``num_actions - 1``.
    #[getter]
    fn num_actions(&self) -> usize {
        self.spec().num_actions
    }

    /// Names of the observation planes, as a tuple of str.
    #[getter]
    fn plane_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.spec().planes.iter().map(|plane| &*plane.name))
    }

    /// Descriptions of the observation planes, as a tuple of `Plane`.
    #[getter]
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        planes_of(py, self.spec())
    }

    /// Shape of an observation: (planes, rows, columns).
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        observation_shape(&*self.game)
    }

    /// Place of each action on a grid of planes, as an int32 array of shape (num_seats, num_actions).
    ///
    /// Use it to give a policy network convolutional outputs. An entry is the index into an array of shape
    /// (num_action_planes, rows, columns) in C order, as the seat sees the board: ``(plane * rows + row) *
    /// columns + column``. It is -1 for actions without a place, such as underpromotions, cards, commits and
    /// passes.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> places = pg.info("chess").action_planes
    /// >>> places.shape, int(places[0, 28]), int(places[0, 1024])
    /// ((2, 1096), 28, -1)
    #[getter]
    fn action_planes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i32>> {
        PyArray2::from_owned_array(py, ActionPlanes::of(&*self.game).places)
    }

    /// Number of planes to which `action_planes` refers, as an int.
    #[getter]
    fn num_action_planes(&self) -> usize {
        ActionPlanes::of(&*self.game).count
    }

    /// Maximum number of steps in a game, as an int.
    ///
    /// If the rules do not limit the length of a game, games are cut off after this number of steps.
    #[getter]
    fn max_steps(&self) -> u32 {
        self.spec().max_steps
    }

    /// Side from which actions and observations show the board: ``"seat"`` or ``"board"``.
    ///
    /// With ``"seat"`` it is the side of the seat that observes, with ``"board"`` always that of seat 0.
    #[getter]
    fn frame(&self) -> &'static str {
        self.spec().frame.as_str()
    }

    /// Kind of board: ``"squares"``, ``"triangles"``, ``"hexagons"`` or ``"three-kings"``.
    #[getter]
    fn board(&self) -> &'static str {
        self.game.board().shape().as_str()
    }

    /// Names of the cells, as a tuple of str.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let board = self.game.board();
        PyTuple::new(py, board.cells().map(|cell| board.name(cell)))
    }

    /// Corners of each cell, as a tuple of lists of points (x, y), for drawing the board.
    ///
    /// The unit is the side of a cell. From seat 0's side of the board, x points to the right and y away from
    /// the seat.
    #[getter]
    fn outlines<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let board = self.game.board();
        PyTuple::new(py, board.cells().map(|cell| board.outline(cell).to_vec()))
    }

    /// Shade of each cell, as a tuple of str.
    ///
    /// It is ``"dark"`` or ``"light"``, and on boards of hexagons also ``"medium"``. On boards of triangles
    /// it is the direction in which the triangle points: ``"up"`` (drawn dark) or ``"down"``.
    #[getter]
    fn shades<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let board = self.game.board();
        PyTuple::new(py, board.cells().map(|cell| board.color(cell).as_str()))
    }

    /// Row and column of each cell in the observations of seat 0, as an int16 array of shape (cells, 2).
    #[getter]
    fn grid<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i16>>> {
        let board = self.game.board();
        pair_rows(py, board.cells().map(|cell| board.place(cell)))
    }

    /// Pairs of adjacent cells, as a dict of int16 arrays of shape (edges, 2), for graph networks.
    ///
    /// The keys are the kinds of adjacency: ``"side"``, ``"corner"`` and ``"opposite"``. The entries are
    /// indices into `cells`.
    #[getter]
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for kind in EdgeKind::ALL {
            let edges = self.game.board().edges().iter().filter(|edge| edge.2 == kind);
            dict.set_item(kind.as_str(), pair_rows(py, edges.map(|&(a, b, _)| (a as usize, b as usize)))?)?;
        }
        Ok(dict)
    }

    /// Return all properties as JSON.
    ///
    /// Returns
    /// -------
    /// str
    ///     A JSON object whose keys are the names of the properties.
    ///
    /// Examples
    /// --------
    /// >>> import json
    /// >>> import plyground as pg
    /// >>> json.loads(pg.info("chess").to_json())["seat_colors"]
    /// ['white', 'black']
    fn to_json(&self) -> PyResult<String> {
        json(&Metadata::of(&*self.game))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Info>().is_ok_and(|other| has_same_rules(&*self.game, &*other.get().game))
    }

    fn __hash__(&self) -> u64 {
        hash_of(&*self.game)
    }

    /// Pickle as a call of `functools.partial(info, id, frame=…, **options)` without arguments.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        Ok((partial_call(py, "info", self.spec())?, PyTuple::empty(py)))
    }

    fn __repr__(&self) -> String {
        let spec = self.spec();
        let (planes, rows, columns) = observation_shape(&*self.game);
        format!(
            "Info(id='{}', num_seats={}, scoring='{}', num_actions={}, observation_shape=({planes}, {rows}, {columns}), has_hidden_information={}, has_chance={})",
            spec.id,
            spec.seats,
            spec.scores.kind.as_str(),
            spec.num_actions,
            if spec.has_hidden_information { "True" } else { "False" },
            if spec.has_chance { "True" } else { "False" },
        )
    }
}
