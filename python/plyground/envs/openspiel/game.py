"""Games in OpenSpiel."""

from typing import Any, ClassVar, Final
from urllib.parse import unquote

import pyspiel

from ..._core import BadOption, Game, Info, Scoring, State, game, info
from ...options import resolve_game
from ..base import START_IS_OVER
from .observer import OpenSpielHistoryObserver, OpenSpielObserver
from .parameters import DEFAULTS, MIN_VALUES, check_number, decode, default_parameters, encode, game_name
from .state import OpenSpielState

DEAL_SWEEPS: Final = 16
"""How often the hidden information of each seat is resampled for a deal. Seats can hold cards of one pile, so that one pass
is not enough."""

SETUP_TRIALS: Final = 16
"""Number of seeds whose set-ups are compared to find out whether a set-up is random."""


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types.
    """A variant as a game of OpenSpiel.

    `plyground.openspiel` and ``pyspiel.load_game("plyground_stax(size=6)")`` create it. Each variant has a subclass.

    Parameters
    ----------
    parameters : dict, optional
        The options of the variant and:

        - ``start``: a position string to start from. Characters that OpenSpiel interprets are percent-encoded (``,`` as
          ``%2C``).
        - ``num_deals``: with ``start``, in games with hidden information: the number of samples of the information that is
          hidden in that position. The game then begins with a chance node that draws one of them. With 0, the position
          string is the truth.
        - ``seed``: the seed of a random set-up. With -1, the game begins with a chance node that draws a set-up.
        - ``num_setups``: the number of set-ups of that chance node: those of the seeds 0, 1, …
        - ``max_steps``: cuts games off after this number of steps, chance steps included, with the utility
          ``info.scoring.cut_off``. With 0, there is no limit.
        - ``history_length``: the number of latest positions in the information-state tensor. With 0, there is no such tensor.
        - ``frame``: as in `plyground.game`.

    Attributes
    ----------
    rules : plyground.Game
        The game in plyground.
    history_length : int
        The number of latest positions in the information-state tensor.

    Raises
    ------
    TypeError, ValueError
        If a parameter is not valid.

    Examples
    --------
    >>> import plyground as pg
    >>> game = pg.openspiel("stax", size=6)
    >>> str(game), game.rules
    ('plyground_stax(size=6)', Game('stax', size=6))
    """

    variant: ClassVar[str]
    """The id of the variant."""

    rules: Game
    history_length: int

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        defaults = default_parameters(info(self.variant))
        given = {**defaults, **(parameters or {})}
        common = {name: given[name] for name in DEFAULTS}
        for name in MIN_VALUES:
            check_number(name, common[name])
        options = {name: decode(value, defaults[name]) for name, value in given.items() if name not in DEFAULTS}
        rules = game(self.variant, frame=common["frame"], **options)
        self.rules, self.history_length = rules, common["history_length"]
        self._max_steps = common["max_steps"] or None
        self._start = _start_of(rules, common)
        # The number of outcomes of the chance node that draws how the game starts; 0 if there is no such node.
        self._num_starts = common["num_deals"] if common["start"] else common["num_setups"] * (self._start is None)
        changed = {name: value for name, value in given.items() if value != defaults[name]}
        game_type = _game_type(rules.info, has_start_node=self._num_starts > 0, history_length=self.history_length)
        super().__init__(game_type, self._game_info(rules.info), changed)

    def new_initial_state(self, start: str | None = None) -> OpenSpielState:
        """Return the initial state.

        Parameters
        ----------
        start : str, optional
            A position string to start from.

        Returns
        -------
        OpenSpielState
            The state; a chance node if chance draws how the game starts.
        """
        if start is not None:
            return OpenSpielState(self, self.rules.from_fen(start), self._max_steps)
        initial = None if self._num_starts or self._start is None else self._start.copy()
        return OpenSpielState(self, initial, self._max_steps)

    def start_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of the chance node that draws how the game starts, with their probabilities."""
        return [(number, 1 / self._num_starts) for number in range(self._num_starts)]

    def start_state(self, outcome: int) -> State:
        """Return the state that an outcome of that chance node leads to."""
        if self._start is None:
            return self.rules.start(outcome)
        state, seats = self._start, self.rules.num_seats
        for sweep in reversed(range(DEAL_SWEEPS)):
            for seat in range(seats):
                state = state.resample_from_observation(seat, (sweep * self._num_starts + outcome) * seats + seat)
        return state

    def max_chance_nodes_in_history(self) -> int:
        """Return the largest number of chance nodes in a game."""
        in_play = self._max_length(self.rules.info) if self.rules.info.has_chance else 0
        return in_play + bool(self._num_starts)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> OpenSpielObserver | None:
        """Return an observer of states.

        Parameters
        ----------
        iig_obs_type : pyspiel.IIGObservationType, optional
            What to observe: all that a player has seen with ``perfect_recall``, else the current observation.
        params : dict, optional
            There are no parameters.

        Returns
        -------
        OpenSpielObserver or None
            None if public and private information are asked for separately.

        Raises
        ------
        ValueError
            If there are parameters.
        """
        if params:
            raise ValueError(f"params must be empty, got {', '.join(params)}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return (
            OpenSpielHistoryObserver(self.rules, self.history_length)
            if kind.perfect_recall
            else OpenSpielObserver(self.rules)
        )

    def _max_length(self, info: Info) -> int:
        return min(self._max_steps or info.max_steps, info.max_steps)

    def _game_info(self, info: Info) -> Any:
        return pyspiel.GameInfo(
            num_distinct_actions=info.num_actions,
            max_chance_outcomes=max(self._num_starts, info.num_actions if info.has_chance else 0),
            num_players=info.num_seats,
            min_utility=info.scoring.min_return,
            max_utility=info.scoring.max_return,
            utility_sum=info.scoring.return_sum,
            max_game_length=self._max_length(info),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)


def load(
    given: Game | str,
    *,
    start: str | None = None,
    num_deals: int | None = None,
    seed: int | None = None,
    num_setups: int | None = None,
    max_steps: int | None = None,
    history_length: int | None = None,
    **options: Any,
) -> OpenSpielGame:
    """Return a game; see `plyground.openspiel`."""
    rules = resolve_game(given, options, load)
    values: dict[str, Any] = {"frame": rules.info.frame, **rules.options}
    numbers = {
        "num_deals": num_deals,
        "seed": seed,
        "num_setups": num_setups,
        "max_steps": max_steps,
        "history_length": history_length,
    }
    for name, value in numbers.items():
        if value is not None:
            values[name] = check_number(name, value)
    if start is not None:
        # Parsed here, so that an error message shows the text as it was given.
        values["start"] = rules.from_fen(start).fen
    register(rules.id)
    defaults = default_parameters(info(rules.id))
    changed = {name: encode(value, defaults[name]) for name, value in values.items() if value != defaults[name]}
    loaded: OpenSpielGame = pyspiel.load_game(game_name(rules.id), changed)
    return loaded


def _start_of(rules: Game, common: dict[str, Any]) -> State | None:
    """Return the state that games start from, or are dealt from; None if chance draws the set-up."""
    if common["start"]:
        if common["seed"] >= 0:
            raise BadOption("give either a start or a seed, not both: a position leaves no set-up to draw")
        if common["num_deals"] and not rules.info.has_hidden_information:
            raise BadOption(f"num_deals must be 0 in {rules.id}, because it has no hidden information")
        state = rules.from_fen(unquote(common["start"]))
        if state.is_terminal:
            raise ValueError(START_IS_OVER)
        return state
    if common["num_deals"]:
        raise BadOption("num_deals needs a start: the position whose hidden information it samples")
    first = rules.start(max(common["seed"], 0))
    return first if common["seed"] >= 0 or not has_random_setup(rules) else None


def has_random_setup(rules: Game) -> bool:
    """Whether a game has a random set-up."""
    return len({rules.start(seed) for seed in range(SETUP_TRIALS)}) > 1


def _utility(scores: Scoring) -> Any:
    """Return how the returns of players depend on each other."""
    if scores.kind == "shared":
        return pyspiel.GameType.Utility.IDENTICAL
    if scores.return_sum is None:
        return pyspiel.GameType.Utility.GENERAL_SUM
    return pyspiel.GameType.Utility.ZERO_SUM if scores.return_sum == 0 else pyspiel.GameType.Utility.CONSTANT_SUM


def _game_type(info: Info, *, has_start_node: bool, history_length: int = 0) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=game_name(info.id),
        long_name=info.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC
        if has_start_node or info.has_chance
        else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION
        if info.has_hidden_information
        else kind.Information.PERFECT_INFORMATION,
        utility=_utility(info.scoring),
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=info.num_seats,
        min_num_players=info.num_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=history_length > 0,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=default_parameters(info),
    )


KNOWN: Final[set[str]] = set(pyspiel.registered_names())
"""The names that OpenSpiel knows."""


def register(id: str) -> None:
    """Register a variant with OpenSpiel, if it is not registered yet."""
    if (name := game_name(id)) in KNOWN:
        return
    rules = game(id)
    # A class for each variant: OpenSpiel keeps what makes a game until Python has ended, when a function would be freed.
    kind = type("OpenSpielGame", (OpenSpielGame,), {"variant": id, "__module__": __name__})
    pyspiel.register_game(_game_type(rules.info, has_start_node=has_random_setup(rules)), kind)
    KNOWN.add(name)
