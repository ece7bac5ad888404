//! The methods of `State` for what a seat may know: observations, views, resampling.

use super::State;
use crate::args::U64Arg;
use crate::info::observation_shape;
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use plyground::game::Actor;
use plyground_python_macros::guarded;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

#[guarded]
#[pymethods]
impl State {
    /// Return the observation of a seat: what it may know of the position, as an array.
    ///
    /// `Info.planes` describes the planes.
    ///
    /// Parameters
    /// ----------
    /// seat : int, optional
    ///     The seat that observes. Default: the seat to act.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray of float32, shape (planes, rows, columns)
    ///     A new array with values from 0 to 1.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the game has no such seat, or ``seat`` is omitted while no seat is to act.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("english-draughts").start()
    /// >>> observation = state.observe()
    /// >>> observation.shape, observation.dtype.name, int(observation[0].sum())
    /// ((8, 8, 8), 'float32', 12)
    #[pyo3(signature = (seat=None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let seat = match (seat, self.state.actor()) {
            (Some(seat), _) => self.seat(seat)?,
            (None, Actor::Seat(seat)) => seat,
            (None, _) => {
                return Err(PyValueError::new_err("seat must be given when no seat is to act, got None"));
            }
        };
        let (planes, rows, columns) = observation_shape(&**self.game.get().any());
        let mut numbers = vec![0.0; planes * rows * columns];
        self.state.observe(seat, &mut numbers);
        PyArray1::from_vec(py, numbers).reshape([planes, rows, columns])
    }

    /// Return the position string as a seat may know it, with question marks for hidden information.
    ///
    /// Parameters
    /// ----------
    /// seat : int
    ///     The seat that observes.
    ///
    /// Returns
    /// -------
    /// str
    ///     The view of the seat. In games without hidden information it equals `fen`.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("cooperative-chess").start(seed=3)
    /// >>> state.fen.split()[7], state.observation_string(0).split()[7]
    /// ('bnp/QBr', 'bnp/???')
    fn observation_string(&self, seat: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.state.view(self.seat(seat)?))
    }

    /// Return all that a seat has observed since the start of the record: its information state.
    ///
    /// Parameters
    /// ----------
    /// seat : int
    ///     The seat that observes.
    ///
    /// Returns
    /// -------
    /// list of str
    ///     Views and steps in turn, each as the seat saw it: view, step, view, step, …, view.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("chess").start()
    /// >>> state.apply("e2e4")
    /// >>> len(state.observation_history(0)), state.observation_history(0)[1]
    /// (3, 'e2e4')
    fn observation_history(&self, seat: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        Ok(self.state.history(self.seat(seat)?))
    }

    /// Return a random state in which a seat has the same view: a determinization.
    ///
    /// Use it to search games with hidden information. The record of the new state starts there.
    ///
    /// Parameters
    /// ----------
    /// seat : int
    ///     The seat whose view is kept.
    /// seed : int
    ///     Seed of the draw.
    ///
    /// Returns
    /// -------
    /// State
    ///     A new state with the same `observation_string` for the seat.
    ///
    /// Notes
    /// -----
    /// The draw depends on the current view only. It can contradict what the seat could infer from earlier
    /// steps and the position no longer shows. OpenSpiel's ``resample_from_infostate`` keeps the whole
    /// information state.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("cooperative-chess").start(seed=3)
    /// >>> other = state.resample_from_observation(0, seed=1)
    /// >>> other == state, other.observation_string(0) == state.observation_string(0)
    /// (False, True)
    fn resample_from_observation(&self, seat: &Bound<'_, PyAny>, seed: U64Arg) -> PyResult<State> {
        let place = self.seat(seat)?;
        let other = self.state.resample(place, seed.0);
        Ok(self.with_record(seat.py(), other))
    }
}
