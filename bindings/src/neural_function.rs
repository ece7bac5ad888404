//! The function `neural_agent`, which makes a `NeuralAgent`.

use super::args::U64Arg;
use super::extract::Checked;
use super::neural::NeuralAgent;
use super::puct_args::{
    PUCT, callable, check_range, gumbel_of, max_concurrent_batches_of, ms_of, root_of, simulations_of,
};
use plyground::agents::{Gumbel, MAX_SIMULATIONS, OutputFormat, Puct, Root};
use plyground_python_macros::guarded;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Make an agent that searches with a function, as in AlphaZero, for any number of seats.
///
/// Parameters
/// ----------
/// evaluate : callable
///     A function ``evaluate(observations, action_masks)`` of a batch of positions, from the view of the
///     seats to act. The arguments are float32 of shape (b, planes, rows, columns) and bool of shape (b,
///     num_actions). It returns the policy of shape (b, num_actions), and the expected return of the seat to
///     act of shape (b,), or of each seat of shape (b, seats).
/// simulations : int, optional
///     The number of simulations for each step, by default 64. Each begins with an action of the root, whose
///     own evaluation does not count.
/// ms : int, optional
///     The maximum time for each step in milliseconds. The default of ``simulations`` is then 1,000,000, the
///     largest number. Requires ``root="puct"``. `matches` plays only one game on each thread then, and the
///     states of `visit_counts` share the time.
/// c_puct : float, default 1.5
///     The weight of the policy in the PUCT formula.
/// temperature : float, default 0.0
///     0 plays the action with the most visits. Otherwise the action is drawn, at 1 in proportion to its
///     visits. With ``root="gumbel"`` it is drawn from the improved policy.
/// fpu_reduction : float, optional
///     First-play urgency reduction. An action without visits has the mean value of its position, minus this
///     number times the square root of the policy's share of the visited actions. 0.2 is a typical number. By
///     default the value is 0.
/// root : {"puct", "gumbel"}, default "puct"
///     How the root is searched. ``"gumbel"`` is the search of `self_play` without randomness. It is stronger
///     with few simulations, but needs an informative policy: with a uniform one it considers only the first
///     actions.
/// max_considered_actions : int, default 16
///     With ``root="gumbel"``, the number of actions that the root considers first, at least 2. Sequential
///     halving then discards the worse half repeatedly.
/// maxvisit_init : float, default 50.0
///     With ``root="gumbel"``, part of the weight of values against the logarithm of the policy, which is
///     ``value_scale * (maxvisit_init + n)``. ``n`` is the largest visit count of the actions.
/// value_scale : float, default 1.0
///     With ``root="gumbel"``, the factor of this weight.
/// interior : {"improved", "puct"}, default "improved"
///     With ``root="gumbel"``, how steps are chosen below the root: by the improved policy of Gumbel
///     AlphaZero, or by PUCT.
/// logits : bool, default False
///     Whether the function returns logits as the policy. Otherwise the policy is non-negative weights, which
///     need not be normalized.
/// relative_values : bool, default False
///     Whether values of shape (b, seats) begin with the seat to act, followed by the seats after it.
///     Otherwise they begin with seat 0.
/// max_concurrent_batches : int, default 1
///     The number of calls that can be in progress at the same time. With 1, one thread calls the function,
///     while other games are searched. With more, the threads that search call it. That is faster if one call
///     uses one thread and releases the GIL, such as a session of ONNX Runtime.
///
/// Returns
/// -------
/// NeuralAgent
///     The agent.
///
/// Raises
/// ------
/// TypeError
///     If ``evaluate`` is not callable.
/// ValueError
///     If a number is out of its range, settings of ``root="gumbel"`` are given with ``root="puct"``, or
///     ``ms`` is given with ``root="gumbel"``.
///
/// Notes
/// -----
/// The arrays that the function gets are read-only, and later calls overwrite them: copy what you keep. Its
/// results are read before the next call, and only at legal actions.
///
/// With ``root="gumbel"``, ``c_puct`` and ``fpu_reduction`` have an effect only with ``interior="puct"``.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> import plyground as pg
/// >>> def evaluate(observations, action_masks):
/// ...     policy = action_masks / action_masks.sum(axis=1, keepdims=True)
/// ...     value = np.zeros(len(action_masks))
/// ...     return policy, value
/// >>> agent = pg.neural_agent(evaluate, 16)
/// >>> state = pg.game("english-draughts").start()
/// >>> agent.choose(state) in state.legal_actions()
/// True
#[guarded]
#[pyfunction]
#[pyo3(
    signature = (evaluate, /, simulations=None, *, ms=None, c_puct=Checked(1.5), temperature=Checked(0.0), fpu_reduction=None, root=Checked(PUCT), max_considered_actions=U64Arg(16), maxvisit_init=Checked(50.0), value_scale=Checked(1.0), interior=Checked("improved"), logits=Checked(false), relative_values=Checked(false), max_concurrent_batches=U64Arg(1)),
    text_signature = "(evaluate, /, simulations=None, *, ms=None, c_puct=1.5, temperature=0.0, fpu_reduction=None, root='puct', max_considered_actions=16, maxvisit_init=50.0, value_scale=1.0, interior='improved', logits=False, relative_values=False, max_concurrent_batches=1)"
)]
#[allow(clippy::too_many_arguments)]
pub(super) fn neural_agent(
    evaluate: &Bound<'_, PyAny>,
    simulations: Option<U64Arg>,
    ms: Option<U64Arg>,
    c_puct: Checked<f64>,
    temperature: Checked<f64>,
    fpu_reduction: Option<Checked<f64>>,
    root: Checked<&str>,
    max_considered_actions: U64Arg,
    maxvisit_init: Checked<f64>,
    value_scale: Checked<f64>,
    interior: Checked<&str>,
    logits: Checked<bool>,
    relative_values: Checked<bool>,
    max_concurrent_batches: U64Arg,
) -> PyResult<NeuralAgent> {
    let evaluate = callable(evaluate)?;
    let fpu_reduction = fpu_reduction.as_deref().copied();
    let settings =
        [("c_puct", *c_puct), ("temperature", *temperature), ("fpu_reduction", fpu_reduction.unwrap_or(0.0))];
    for (name, value) in settings {
        check_range(name, value, 0.0, 100.0)?;
    }
    let gumbel = gumbel_of(max_considered_actions, *maxvisit_init, *value_scale, &interior)?;
    let root = root_of(&root, gumbel)?;
    if root == Root::Puct && gumbel != Gumbel::DEFAULT {
        return Err(PyValueError::new_err(
            "max_considered_actions, maxvisit_init, value_scale and interior require root='gumbel', got \
             root='puct'",
        ));
    }
    if ms.is_some() && root != Root::Puct {
        return Err(PyValueError::new_err("ms requires root='puct', got root='gumbel'"));
    }
    let default = if ms.is_some() { MAX_SIMULATIONS } else { Puct::DEFAULT.simulations };
    Ok(NeuralAgent {
        evaluate,
        settings: Puct {
            simulations: simulations.map_or(Ok(default), |given| simulations_of("simulations", given))?,
            ms: ms.map(ms_of).transpose()?,
            c_puct: *c_puct,
            temperature: *temperature,
            fpu_reduction,
            root,
        },
        format: OutputFormat { logits: *logits, relative_values: *relative_values },
        max_concurrent_batches: max_concurrent_batches_of(max_concurrent_batches)?,
    })
}
