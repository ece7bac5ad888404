//! Views of a `State`: pictures, text boards, and the data that they are drawn from.

use super::args::seat_of;
use super::data::to_python;
use super::errors::wrong_type;
use super::extract::Checked;
use super::state::State;
use plyground::game::Seat;
use plyground::picture::{LegalFilter, RenderOptions, Scene};
use plyground::truncate::{truncate, truncate_list};
use plyground_python_macros::guarded;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};

/// Options of pictures without arguments: `print(state)` and notebooks.
const DEFAULT_PICTURE: RenderOptions = RenderOptions {
    shadows: false,
    last_turn_marks: false,
    legal_targets: None,
    last_turn_text: true,
    status: true,
    cell_names: false,
    orientation: None,
};

impl State {
    /// Reads an optional seat from the argument `name`.
    fn optional_seat(&self, name: &str, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Seat>> {
        seat.map(|seat| seat_of(name, seat, self.spec())).transpose()
    }

    /// Returns what a seat may see, or everything if there is no seat.
    fn scene_of(&self, seat: Option<&Bound<'_, PyAny>>, options: &RenderOptions) -> PyResult<Scene<'_>> {
        let seat = self.optional_seat("seat", seat)?;
        Ok(self.parts().1.render_scene(seat, options))
    }

    /// Returns what a seat may see, from the side of the board of `orientation`, or by default of `seat`.
    fn picture(
        &self,
        seat: Option<&Bound<'_, PyAny>>,
        orientation: Option<&Bound<'_, PyAny>>,
        options: RenderOptions,
    ) -> PyResult<Scene<'_>> {
        let side = orientation.map_or_else(
            || self.optional_seat("seat", seat),
            |_| self.optional_seat("orientation", orientation),
        )?;
        self.scene_of(seat, &RenderOptions { orientation: side, ..options })
    }

    /// Reads the argument `legal`: no legal steps, all, or those that start on a cell.
    fn legal_from(&self, legal: Option<&Bound<'_, PyAny>>) -> PyResult<Option<LegalFilter>> {
        let Some(legal) = legal else { return Ok(None) };
        if let Ok(all) = legal.cast::<PyBool>() {
            return Ok(all.is_true().then_some(LegalFilter::All));
        }
        let Ok(name) = legal.cast::<PyString>() else {
            return Err(wrong_type("legal", "True, False or the name of a cell", legal));
        };
        let (name, board) = (name.to_str()?, self.parts().0.get().any().board());
        match board.cell(name) {
            Some(cell) => Ok(Some(LegalFilter::From(cell))),
            None => {
                let names: Vec<&str> = board.cells().map(|cell| board.name(cell)).collect();
                let message = format!(
                    "legal must be True, False or the name of a cell, got '{}'; cells: {}",
                    truncate(name),
                    truncate_list(&names, ", ")
                );
                Err(PyValueError::new_err(message))
            }
        }
    }
}

#[guarded]
#[pymethods]
impl State {
    /// Return a picture of the state as SVG.
    ///
    /// In notebooks, a state as the last expression of a cell shows this picture.
    ///
    /// Parameters
    /// ----------
    /// seat : int, optional
    ///     The seat whose knowledge is shown, from its side of the board. Default: everything, from seat 0's
    ///     side.
    /// shadows : bool, default False
    ///     Whether to mark the cells in the shadows of pieces, in variants with shadows.
    /// orientation : int, optional
    ///     The seat whose side of the board is at the bottom. Default: that of ``seat``.
    /// legal : bool or str, default False
    ///     Whether to mark the cells to which legal steps lead. With the name of a cell, such as ``"e2"``,
    ///     only those of steps that start there.
    /// last : bool, default True
    ///     Whether to mark the last turn and to state it below the board.
    /// status : bool, default True
    ///     Whether to state the seat to act or the result, and the teams.
    ///
    /// Returns
    /// -------
    /// str
    ///     An SVG document.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the game has no such seat or cell.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> picture = pg.game("chess").start().svg(orientation=1, legal="e2")
    /// >>> picture.startswith("<svg")
    /// True
    #[pyo3(
        signature = (seat=None, shadows=Checked(false), *, orientation=None, legal=None, last=Checked(true), status=Checked(true)),
        text_signature = "($self, seat=None, shadows=False, *, orientation=None, legal=False, last=True, status=True)"
    )]
    fn svg(
        &self,
        seat: Option<&Bound<'_, PyAny>>,
        shadows: Checked<bool>,
        orientation: Option<&Bound<'_, PyAny>>,
        legal: Option<&Bound<'_, PyAny>>,
        last: Checked<bool>,
        status: Checked<bool>,
    ) -> PyResult<String> {
        let legal = self.legal_from(legal)?;
        let options = RenderOptions {
            shadows: *shadows,
            last_turn_marks: *last,
            legal_targets: legal,
            last_turn_text: *last,
            status: *status,
            ..RenderOptions::default()
        };
        Ok(self.picture(seat, orientation, options)?.svg())
    }

    /// Return a picture of the state as a PNG file, on a white background.
    ///
    /// It needs ``pip install 'plyground[render]'``.
    ///
    /// Parameters
    /// ----------
    /// seat, shadows, orientation, legal, last, status
    ///     As for `svg`.
    /// width : int, optional
    ///     The width in pixels, from 1 to 10,000. Default: that of the SVG picture.
    ///
    /// Returns
    /// -------
    /// bytes
    ///     The content of the file.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the game has no such seat or cell, or the width is not valid.
    /// ImportError
    ///     If the packages for pixels are not installed.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> picture = pg.game("stax").start().png(width=400)
    /// >>> picture[1:4]
    /// b'PNG'
    #[pyo3(
        signature = (seat=None, shadows=Checked(false), *, orientation=None, legal=None, last=Checked(true), status=Checked(true), width=None),
        text_signature = "($self, seat=None, shadows=False, *, orientation=None, legal=False, last=True, status=True, width=None)"
    )]
    #[allow(clippy::too_many_arguments)]
    fn png<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'_, PyAny>>,
        shadows: Checked<bool>,
        orientation: Option<&Bound<'_, PyAny>>,
        legal: Option<&Bound<'_, PyAny>>,
        last: Checked<bool>,
        status: Checked<bool>,
        width: Option<Checked<u64>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let svg = self.svg(seat, shadows, orientation, legal, last, status)?;
        let width = width.map(|width| *width);
        let pixels = py.import("plyground.optional_deps")?.call_method1("require_module", ("pixels",))?;
        pixels.call_method1("png", (svg, width))
    }

    /// Return the board as text.
    ///
    /// ``print(state)`` shows the same with the default arguments.
    ///
    /// Parameters
    /// ----------
    /// seat : int, optional
    ///     The seat whose knowledge is shown, from its side of the board. Default: everything, from seat 0's
    ///     side.
    /// shadows : bool, default False
    ///     Whether to list the cells in the shadows of pieces, in variants with shadows.
    /// orientation : int, optional
    ///     The seat whose side of the board is at the bottom. Default: that of ``seat``.
    /// legal : bool or str, default False
    ///     Whether to list the cells to which legal steps lead. With the name of a cell, such as ``"e2"``,
    ///     only those of steps that start there.
    /// last : bool, default True
    ///     Whether to state the last turn.
    /// status : bool, default True
    ///     Whether to state the seat to act or the result, and the teams.
    /// cell_names : bool, default False
    ///     Whether to write the names of empty cells, on boards of triangles or hexagons.
    /// color : bool, default False
    ///     Whether to color pieces with ANSI escape codes, for terminals. White is bold.
    ///
    /// Returns
    /// -------
    /// str
    ///     The lines of the board, then lists of marked cells.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the game has no such seat or cell.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("checkers", size=4).start()
    /// >>> print(state.text(legal=True), end="")
    /// 4  . b . b
    /// 3  . . . .
    /// 2  . . . .
    /// 1  a . a .
    ///    a b c d
    /// white to act
    /// a legal step leads here: b2 d2
    #[pyo3(
        signature = (seat=None, shadows=Checked(false), *, orientation=None, legal=None, last=Checked(true), status=Checked(true), cell_names=Checked(false), color=Checked(false)),
        text_signature = "($self, seat=None, shadows=False, *, orientation=None, legal=False, last=True, status=True, cell_names=False, color=False)"
    )]
    #[allow(clippy::too_many_arguments)]
    fn text(
        &self,
        seat: Option<&Bound<'_, PyAny>>,
        shadows: Checked<bool>,
        orientation: Option<&Bound<'_, PyAny>>,
        legal: Option<&Bound<'_, PyAny>>,
        last: Checked<bool>,
        status: Checked<bool>,
        cell_names: Checked<bool>,
        color: Checked<bool>,
    ) -> PyResult<String> {
        let legal = self.legal_from(legal)?;
        // `last` marks cells in pictures. Text states the last turn instead, which names its cells.
        let options = RenderOptions {
            shadows: *shadows,
            legal_targets: legal,
            last_turn_text: *last,
            status: *status,
            cell_names: *cell_names,
            ..RenderOptions::default()
        };
        let picture = self.picture(seat, orientation, options)?;
        Ok(if *color { picture.text_in_color() } else { picture.text() })
    }

    /// Return the pieces on the board.
    ///
    /// Parameters
    /// ----------
    /// seat : int, optional
    ///     The seat whose knowledge is shown. Default: everything.
    ///
    /// Returns
    /// -------
    /// dict of str to list of dict
    ///     The pieces on each cell that is not empty, by the name of the cell; in a stack, the top piece is
    ///     first. The keys of a piece are ``seat``, ``kind``, ``text`` and ``marks``, and ``color`` if it is
    ///     not that of the seat.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> pg.game("chess").start().pieces()["e1"]
    /// [{'seat': 0, 'kind': 'king', 'text': 'K', 'marks': []}]
    #[pyo3(signature = (seat=None))]
    fn pieces<'py>(&self, py: Python<'py>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.scene_of(seat, &RenderOptions::default())?.piece_data())
    }

    /// Return the marks on cells that are not pieces, such as graves and en passant squares.
    ///
    /// Parameters
    /// ----------
    /// seat : int, optional
    ///     The seat whose knowledge is shown. Default: everything.
    /// shadows : bool, default False
    ///     Whether to include the cells in the shadows of pieces.
    /// legal : bool or str, default False
    ///     Whether to include the cells to which legal steps lead. With the name of a cell, only those of
    ///     steps that start there.
    /// last : bool, default False
    ///     Whether to include the cells of the last turn.
    ///
    /// Returns
    /// -------
    /// dict of str to list of dict
    ///     The marks on each cell by the name of the cell. The keys of a mark are ``name``, ``seat``,
    ///     ``owner``, ``kind`` and ``words``.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the game has no such seat or cell.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> marks = pg.game("chess").start().marks(legal="e2")
    /// >>> list(marks), marks["e3"][0]["name"]
    /// (['e3', 'e4'], 'legal')
    #[pyo3(
        signature = (seat=None, shadows=Checked(false), *, legal=None, last=Checked(false)),
        text_signature = "($self, seat=None, shadows=False, *, legal=False, last=False)"
    )]
    fn marks<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'_, PyAny>>,
        shadows: Checked<bool>,
        legal: Option<&Bound<'_, PyAny>>,
        last: Checked<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = RenderOptions {
            shadows: *shadows,
            last_turn_marks: *last,
            legal_targets: self.legal_from(legal)?,
            ..RenderOptions::default()
        };
        to_python(py, &self.scene_of(seat, &asked)?.mark_data())
    }

    /// Return what lies off the board: hands, piles, graves and bids.
    ///
    /// Parameters
    /// ----------
    /// seat : int, optional
    ///     The seat whose knowledge is shown. Default: everything.
    ///
    /// Returns
    /// -------
    /// list of dict
    ///     Groups of items. The keys of a group are ``label``, ``seat`` and ``items``; those of an item are
    ///     ``what``, ``piece``, ``word``, ``count`` and ``note``.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> hands = pg.game("cooperative-chess").start().off_board(seat=0)
    /// >>> hands[1]["label"], hands[1]["seat"], hands[1]["items"][0]["what"]
    /// ('hand', 1, 'hidden')
    #[pyo3(signature = (seat=None))]
    fn off_board<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.scene_of(seat, &RenderOptions::default())?.off_board_data())
    }

    /// Return all that a picture shows, as data with drawings of the pieces.
    ///
    /// Use it to lay out a board in another program. The playing page of plyground is drawn from it.
    ///
    /// Parameters
    /// ----------
    /// seat : int, optional
    ///     The seat whose knowledge is shown. Default: everything.
    /// shadows : bool, default False
    ///     Whether to mark the cells in the shadows of pieces, in variants with shadows.
    /// legal : bool or str, default False
    ///     Whether to mark the cells to which legal steps lead. With the name of a cell, only those of steps
    ///     that start there.
    /// last : bool, default True
    ///     Whether to mark the last turn.
    ///
    /// Returns
    /// -------
    /// dict
    ///     ``pieces`` has the names of sprites by cell, the top piece first. ``marks`` has the marks by cell.
    ///     ``off_board`` has groups of items. ``status`` says which seat is to act, or the result.
    ///     ``sprites`` has drawings by name: ``svg`` holds SVG elements around the origin, in which a disc
    ///     has the radius 100, ``covered`` those of the same piece below others, and ``title`` describes it.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the game has no such seat or cell.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> scene = pg.game("chess").start().scene()
    /// >>> name = scene["pieces"]["e1"][0]
    /// >>> scene["sprites"][name]["title"], scene["status"]["text"]
    /// ('white king', 'white to act')
    #[pyo3(
        signature = (seat=None, shadows=Checked(false), *, legal=None, last=Checked(true)),
        text_signature = "($self, seat=None, shadows=False, *, legal=False, last=True)"
    )]
    fn scene<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'_, PyAny>>,
        shadows: Checked<bool>,
        legal: Option<&Bound<'_, PyAny>>,
        last: Checked<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = RenderOptions {
            shadows: *shadows,
            last_turn_marks: *last,
            legal_targets: self.legal_from(legal)?,
            status: true,
            ..RenderOptions::default()
        };
        to_python(py, &self.scene_of(seat, &asked)?.sprite_data())
    }

    fn _repr_svg_(&self) -> String {
        self.parts().1.render_scene(None, &RenderOptions { last_turn_marks: true, ..DEFAULT_PICTURE }).svg()
    }

    fn __str__(&self) -> String {
        self.parts().1.render_scene(None, &DEFAULT_PICTURE).text()
    }
}
