//! The methods of `Agent` that search: `choose`, `choose_step` and `analyze`.

use super::agents::{Agent, text_of_action};
use super::args::U64Arg;
use super::extract::Checked;
use super::state::State;
use plyground_python_macros::guarded;
use pyo3::prelude::*;

#[guarded]
#[pymethods]
impl Agent {
    /// Return the action that the agent chooses for the seat to act.
    ///
    /// Parameters
    /// ----------
    /// state : State
    ///     A state in which a seat is to act. It is not changed.
    /// seed : int, default 0
    ///     The seed of the choice. The same state and seed give the same action.
    /// allowed : list of int, optional
    ///     The legal actions among which the agent chooses; by default all. Engines do not accept it.
    /// should_stop : callable, optional
    ///     A function without arguments that is called about 20 times per second. If it returns true, the
    ///     agent chooses immediately, and its choice may be bad.
    ///
    /// Returns
    /// -------
    /// int
    ///     A legal action.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the game is over, chance is to act, or the agent does not play the game.
    /// EngineFailure
    ///     If the agent is an engine that fails.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("english-draughts").start()
    /// >>> state.apply(pg.agent("mcts:20").choose(state, seed=1))
    /// >>> len(state.steps)
    /// 1
    #[pyo3(
        signature = (state, seed=U64Arg(0), *, allowed=None, should_stop=None),
        text_signature = "($self, state, seed=0, *, allowed=None, should_stop=None)"
    )]
    fn choose(
        &self,
        state: Checked<Bound<'_, State>>,
        seed: U64Arg,
        allowed: Option<Checked<Vec<u32>>>,
        should_stop: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u32> {
        let allowed = allowed.map(|allowed| allowed.0);
        Ok(self.search(&state.0, seed.0, allowed, should_stop, false)?.0.action)
    }

    /// Return the text of the step that the agent chooses for the seat to act.
    ///
    /// It is `choose` with a step as text instead of an action. The parameters and exceptions are the same.
    ///
    /// Parameters
    /// ----------
    /// state : State
    ///     A state in which a seat is to act. It is not changed.
    /// seed : int, default 0
    ///     The seed of the choice.
    /// allowed : list of int, optional
    ///     The legal actions among which the agent chooses; by default all.
    /// should_stop : callable, optional
    ///     A function that says whether to stop the search.
    ///
    /// Returns
    /// -------
    /// str
    ///     A legal step, which `State.apply` accepts.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("chess").from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    /// >>> pg.agent("ab:2").choose_step(state)
    /// 'a1a8'
    #[pyo3(
        signature = (state, seed=U64Arg(0), *, allowed=None, should_stop=None),
        text_signature = "($self, state, seed=0, *, allowed=None, should_stop=None)"
    )]
    fn choose_step(
        &self,
        state: Checked<Bound<'_, State>>,
        seed: U64Arg,
        allowed: Option<Checked<Vec<u32>>>,
        should_stop: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let allowed = allowed.map(|allowed| allowed.0);
        let (found, _) = self.search(&state.0, seed.0, allowed, should_stop, false)?;
        text_of_action(&state.0, found.action)
    }

    /// Return what the agent finds out about a state: its choice, and what it thinks of each step.
    ///
    /// It searches as `choose` does: the same state, seed and agent give the same step, unless ``ms`` limits
    /// the time.
    ///
    /// Parameters
    /// ----------
    /// state : State
    ///     A state in which a seat is to act. It is not changed.
    /// seed : int, default 0
    ///     The seed of the search.
    /// allowed : list of int, optional
    ///     The legal actions among which the agent chooses; by default all. Engines do not accept it.
    /// should_stop : callable, optional
    ///     A function without arguments that is called about 20 times per second. The search stops when it
    ///     returns true.
    ///
    /// Returns
    /// -------
    /// plyground.Analysis
    ///     The step, the expected return of each seat, the values and visits of the steps, the principal
    ///     variation, and the depth and size of the search. Fields that the agent does not have are None.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the game is over, chance is to act, or the agent does not play the game.
    /// EngineFailure
    ///     If the agent is an engine that fails.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("chess").from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    /// >>> found = pg.agent("mcts:2000").analyze(state)
    /// >>> found.step, found.pv, sum(step.visits for step in found.steps)
    /// ('a1a8', ('a1a8',), 2000)
    /// >>> found.values[0] > 0.5
    /// True
    #[pyo3(
        signature = (state, seed=U64Arg(0), *, allowed=None, should_stop=None),
        text_signature = "($self, state, seed=0, *, allowed=None, should_stop=None)"
    )]
    fn analyze<'py>(
        &self,
        state: Checked<Bound<'py, State>>,
        seed: U64Arg,
        allowed: Option<Checked<Vec<u32>>>,
        should_stop: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let allowed = allowed.map(|allowed| allowed.0);
        let (found, candidates) = self.search(&state.0, seed.0, allowed, should_stop, true)?;
        found.to_python(&state.0, &self.spec()?, &candidates)
    }
}
