//! What there is to see of a `State`: pictures, text boards, and what they are drawn from.

use super::args::seat_of;
use super::data::plain;
use super::errors::wrong_type;
use super::fits::Fit;
use super::state::State;
use plyground::game::{Seat, shortened, some_of};
use plyground::sim::picture::{Asked, Legal, Scene};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};

/// What pictures tell where nothing else is asked for.
const TOLD: Asked = Asked { shadows: false, last: false, legal: None, told: true, status: true, near: None };

impl State {
    /// A seat, if one is given under a name.
    fn some_seat(&self, name: &str, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Seat>> {
        seat.map(|seat| seat_of(name, seat, self.spec())).transpose()
    }

    /// What a seat may see, or, with no seat, all that is there.
    fn scene(&self, seat: Option<&Bound<'_, PyAny>>, asked: &Asked) -> PyResult<Scene<'_>> {
        Ok(self.parts().1.shown(self.some_seat("seat", seat)?, asked))
    }

    /// The same as a picture shows it: from the side of the seat that looks, if no other is named.
    fn picture(
        &self,
        seat: Option<&Bound<'_, PyAny>>,
        orientation: Option<&Bound<'_, PyAny>>,
        asked: Asked,
    ) -> PyResult<Scene<'_>> {
        let side = orientation
            .map_or_else(|| self.some_seat("seat", seat), |_| self.some_seat("orientation", orientation))?;
        self.scene(seat, &Asked { near: side, ..asked })
    }

    /// Which legal steps are to be shown: none, all, or those from a cell.
    fn legal_from(&self, legal: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Legal>> {
        let Some(legal) = legal else { return Ok(None) };
        if let Ok(all) = legal.cast::<PyBool>() {
            return Ok(all.is_true().then_some(Legal::All));
        }
        let Ok(name) = legal.cast::<PyString>() else {
            return Err(wrong_type("legal", "True, False or the name of a cell", legal));
        };
        let (name, board) = (name.to_str()?, self.parts().0.get().any().board());
        match board.cell(name) {
            Some(cell) => Ok(Some(Legal::From(cell))),
            None => {
                let names: Vec<&str> = board.cells().map(|cell| board.name(cell)).collect();
                let message = format!(
                    "legal: there is no cell '{}'; there are: {}",
                    shortened(name),
                    some_of(&names, ", ")
                );
                Err(PyValueError::new_err(message))
            }
        }
    }
}

#[pymethods]
impl State {
    /// A picture, as a seat may see it and from its side of the board; with no seat, all is shown, from seat
    /// 0's side.
    ///
    /// ``orientation`` is the seat whose side is below, whoever looks. With ``shadows``, the cells in the shadows
    /// that pieces cast are marked, in games where they cast any; with ``legal``, those to which legal steps
    /// lead, or those that begin on a cell: ``legal="e2"``. ``last`` marks and tells the last turn, and
    /// ``status`` tells who is to act, or how the game ended, and who plays with whom.
    #[pyo3(
        signature = (seat=None, shadows=Fit(false), *, orientation=None, legal=None, last=Fit(true), status=Fit(true)),
        text_signature = "($self, seat=None, shadows=False, *, orientation=None, legal=False, last=True, status=True)"
    )]
    fn svg(
        &self,
        seat: Option<&Bound<'_, PyAny>>,
        shadows: Fit<bool>,
        orientation: Option<&Bound<'_, PyAny>>,
        legal: Option<&Bound<'_, PyAny>>,
        last: Fit<bool>,
        status: Fit<bool>,
    ) -> PyResult<String> {
        let legal = self.legal_from(legal)?;
        let asked =
            Asked { shadows: *shadows, last: *last, legal, told: *last, status: *status, ..Asked::default() };
        Ok(self.picture(seat, orientation, asked)?.svg())
    }

    /// A text board, as a seat may see it and from its side; with no seat, all is shown, from seat 0's side.
    ///
    /// Takes what ``svg`` takes; what is marked there on cells is listed below the board.
    #[pyo3(
        signature = (seat=None, shadows=Fit(false), *, orientation=None, legal=None, last=Fit(true), status=Fit(true)),
        text_signature = "($self, seat=None, shadows=False, *, orientation=None, legal=False, last=True, status=True)"
    )]
    fn text(
        &self,
        seat: Option<&Bound<'_, PyAny>>,
        shadows: Fit<bool>,
        orientation: Option<&Bound<'_, PyAny>>,
        legal: Option<&Bound<'_, PyAny>>,
        last: Fit<bool>,
        status: Fit<bool>,
    ) -> PyResult<String> {
        let legal = self.legal_from(legal)?;
        // The last turn names its cells.
        let asked = Asked { shadows: *shadows, legal, told: *last, status: *status, ..Asked::default() };
        Ok(self.picture(seat, orientation, asked)?.text())
    }

    /// What stands on each cell that is not empty, top first, as a seat may see it; with no seat, all is
    /// shown.
    #[pyo3(signature = (seat=None))]
    fn pieces<'py>(&self, py: Python<'py>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &self.scene(seat, &Asked::default())?.piece_data())
    }

    /// What is marked on cells, whatever stands there, as a seat may see it: what a pawn has passed, graves.
    ///
    /// With ``shadows``, ``legal`` and ``last`` also what ``svg`` marks where it is asked for them.
    #[pyo3(
        signature = (seat=None, shadows=Fit(false), *, legal=None, last=Fit(false)),
        text_signature = "($self, seat=None, shadows=False, *, legal=False, last=False)"
    )]
    fn marks<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'_, PyAny>>,
        shadows: Fit<bool>,
        legal: Option<&Bound<'_, PyAny>>,
        last: Fit<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked =
            Asked { shadows: *shadows, last: *last, legal: self.legal_from(legal)?, ..Asked::default() };
        plain(py, &self.scene(seat, &asked)?.mark_data())
    }

    /// What lies beside the board, as a seat may see it: hands, piles, graves, bids.
    #[pyo3(signature = (seat=None))]
    fn off_board<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &self.scene(seat, &Asked::default())?.beside_data())
    }

    fn _repr_svg_(&self) -> String {
        self.parts().1.shown(None, &Asked { last: true, ..TOLD }).svg()
    }

    fn __str__(&self) -> String {
        self.parts().1.shown(None, &TOLD).text()
    }
}
