//! The arrays of `Vector`.

use super::{Vector, borrow};
use crate::arrays::{masks_array, observations_array, readonly_array};
use numpy::{PyArray1, PyArray2};
use plyground::sim::Autoreset;
use plyground_python_macros::guarded;
use pyo3::prelude::*;

#[guarded]
#[pymethods]
impl Vector {
    /// Observations of the seats to act, shape (n, planes, rows, columns); None if not requested.
    ///
    /// The type is float32 or float16 with values from 0 to 1, or uint8 with 255 for 1. ``game.info.planes``
    /// describes the planes.
    #[getter]
    fn observations<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(observations_array(slf, borrow(slf)?.vector.views().observations))
    }

    /// Legal actions: bool, shape (n, num_actions), True where legal; None if not requested.
    ///
    /// With ``action_masks="bits"`` the type is uint8 and each byte holds eight actions, the first in the
    /// lowest bit. ``np.unpackbits(action_masks, axis=1, count=num_actions, bitorder="little")`` unpacks
    /// them.
    #[getter]
    fn action_masks<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        masks_array(slf, borrow(slf)?.vector.views().action_masks)
    }

    /// Seat to act in each environment, shape (n,), int8; -1 where the game is over.
    #[getter]
    fn current_players<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        Ok(readonly_array(slf, &borrow(slf)?.vector.views().current_players))
    }

    /// Rewards of the last step, shape (n, seats), float32.
    ///
    /// They are the returns where the last step ended a game, and zeros elsewhere.
    #[getter]
    fn rewards<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        Ok(readonly_array(slf, &borrow(slf)?.vector.views().rewards))
    }

    /// Reward of the seat that made the last step, shape (n,), float32.
    ///
    /// If the game was cut off, it is ``game.info.scoring.cut_off``.
    #[getter]
    fn mover_rewards<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        Ok(readonly_array(slf, &borrow(slf)?.vector.views().mover_rewards))
    }

    /// Whether the last step ended a game by its rules, shape (n,), bool.
    #[getter]
    fn terminated<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        Ok(readonly_array(slf, &borrow(slf)?.vector.views().terminated))
    }

    /// Whether the last step cut a game off at ``max_steps``, shape (n,), bool.
    #[getter]
    fn truncated<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        Ok(readonly_array(slf, &borrow(slf)?.vector.views().truncated))
    }

    /// How the last step ended a game, as an index to `REASONS`, shape (n,), uint8.
    ///
    /// It is 255 where no game ended or the game was cut off.
    #[getter]
    fn reasons<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        Ok(readonly_array(slf, &borrow(slf)?.vector.views().reasons))
    }

    /// Number of steps made in each game, chance steps included, shape (n,), uint32.
    ///
    /// Where the last step ended a game, it is the length of that game.
    #[getter]
    fn steps<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        Ok(readonly_array(slf, &borrow(slf)?.vector.views().steps))
    }

    /// Last observations of the games that the last step ended, as seen by `final_players`.
    ///
    /// The shape and type are those of `observations`. Rows of other games are outdated. None without
    /// observations.
    #[getter]
    fn final_observations<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let this = borrow(slf)?;
        let views = this.vector.views();
        Ok(match this.autoreset {
            Autoreset::SameStep => observations_array(slf, views.final_observations),
            // The observations still show the finished game.
            Autoreset::NextStep | Autoreset::Disabled => observations_array(slf, views.observations),
        })
    }

    /// Seat that sees the last observation of a game that ended, shape (n,), int8; -1 elsewhere.
    ///
    /// In a game that ended, this is the seat that made the last step. In a game that was cut off, it is the
    /// seat to act, or the seat that made the last step if a chance step was next.
    #[getter]
    fn final_players<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        Ok(readonly_array(slf, &borrow(slf)?.vector.views().final_players))
    }
}
