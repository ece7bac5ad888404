"""OpenSpiel: every variant as a `pyspiel.Game`, which its algorithms take like any other.

Importing this registers every variant, ``masquerade-chess`` as ``plyground_masquerade_chess``:

>>> import pyspiel
>>> import plyground.spiel
>>> game = pyspiel.load_game("plyground_stax(topology=universal)")
>>> game.num_distinct_actions(), game.num_players()
(128, 2)
"""

from collections.abc import Callable
from typing import Any, ClassVar, Final
from urllib.parse import quote, unquote

import numpy as np
import pyspiel
from numpy.typing import NDArray

from ._core import BadOption, Game, Info, Scores, State, game, info, variants
from .actors import CHANCE, OVER
from .options import game_of

__all__ = ["SpielGame", "SpielState", "load"]

PLAYERS: Final = {OVER: int(pyspiel.PlayerId.TERMINAL), CHANCE: int(pyspiel.PlayerId.CHANCE)}
"""What OpenSpiel calls those who act and have no seat."""

PARAMETERS: Final[dict[str, Any]] = {
    "deals": 0,
    "frame": "seat",
    "max_steps": 0,
    "recall": 0,
    "seed": -1,
    "start": "",
    "starts": 1_000,
}
"""The parameters of a game in OpenSpiel beside the options of its variant, where they are not given."""

LEAST: Final = {"deals": 0, "max_steps": 0, "recall": 0, "seed": -1, "starts": 1}
MOST: Final = 2**31 - 1
"""The range of the parameters that are numbers."""

SWEEPS: Final = 16
"""How often what each seat does not know is drawn anew for a deal: it may be what another holds, as cards of one pile are."""

TRIALS: Final = 16
"""Seeds whose set-ups are compared to see whether a set-up is left to chance."""


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel comes without types
    """A variant as a game of OpenSpiel.

    Its parameters are the options of the variant, and:

    - ``start``: a position string to begin from, percent-encoded where OpenSpiel would take it apart (``,`` as ``%2C``).
    - ``deals``: with a ``start``, where information is hidden: the game begins with a chance node of so many equally likely
      outcomes, each of which draws anew what the seats do not know in that position. With 0, all of it is as the string says.
    - ``seed``: the set-up that this seed draws, where the set-up is left to chance. With -1, the game begins with a chance
      node of ``starts`` equally likely outcomes: the set-ups of the seeds 0, 1, …
    - ``max_steps``: a game is cut off after this many steps, those of chance included, and each seat gets
      ``info.scores.cut_off``; 0 for no such limit.
    - ``recall``: how many positions the information-state tensor holds; 0 for no such tensor.
    - ``frame``: as in `plyground.game`.
    """

    variant: ClassVar[str]
    """The id; each has its own class."""

    rules: Game
    """The game as `plyground.game` has it."""
    recall: int
    """How many positions the information-state tensor holds."""

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        defaults = defaults_of(info(self.variant))
        given = {**defaults, **(parameters or {})}
        own = {name: given[name] for name in PARAMETERS}
        for name, least in LEAST.items():
            if not least <= own[name] <= MOST:
                raise BadOption(f"{name} is a number from {least} to {MOST}, not {own[name]}")
        options = {name: _read(value, defaults[name]) for name, value in given.items() if name not in PARAMETERS}
        rules = game(self.variant, frame=own["frame"], **options)
        self.rules, self.recall = rules, own["recall"]
        self._max_steps = own["max_steps"] or None
        self._root = _root(rules, own)
        # How many outcomes there are for chance to draw the beginning from, if it is to.
        self._draws = own["deals"] if own["start"] else own["starts"] * (self._root is None)
        changed = {name: value for name, value in given.items() if value != defaults[name]}
        kind = _type_of(rules.info, drawn=self._draws > 0, recall=self.recall)
        super().__init__(kind, self._info_of(rules.info), changed)

    def new_initial_state(self, start: str | None = None) -> "SpielState":
        """The beginning of a game, or of one from a position string."""
        if start is not None:
            return SpielState(self, self.rules.from_fen(start), self._max_steps)
        root = None if self._draws or self._root is None else self._root.copy()
        return SpielState(self, root, self._max_steps)

    def draws(self) -> list[tuple[int, float]]:
        """What chance may draw the beginning from, with the probabilities."""
        return [(number, 1 / self._draws) for number in range(self._draws)]

    def drawn(self, number: int) -> State:
        """The beginning that chance has drawn."""
        if self._root is None:
            return self.rules.start(number)
        position, seats = self._root, self.rules.num_seats
        for sweep in reversed(range(SWEEPS)):
            for seat in range(seats):
                position = position.resample_from_observation(seat, (sweep * self._draws + number) * seats + seat)
        return position

    def max_chance_nodes_in_history(self) -> int:
        """How often chance may act in a game."""
        in_play = self._length(self.rules.info) if self.rules.info.has_chance else 0
        return in_play + bool(self._draws)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> "SpielObserver | None":
        """What tells a player of a state; None for those kinds that would need what is public told apart from the rest."""
        if params:
            raise ValueError(f"there are no parameters of observations, such as {', '.join(params)}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return SpielRecall(self) if kind.perfect_recall else SpielObserver(self)

    def _length(self, about: Info) -> int:
        return min(self._max_steps or about.max_steps, about.max_steps)

    def _info_of(self, about: Info) -> Any:
        return pyspiel.GameInfo(
            num_distinct_actions=about.num_actions,
            max_chance_outcomes=max(self._draws, about.num_actions if about.has_chance else 0),
            num_players=about.num_seats,
            min_utility=about.scores.min_return,
            max_utility=about.scores.max_return,
            utility_sum=about.scores.return_sum,
            max_game_length=self._length(about),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel comes without types
    """A state of a `SpielGame`; made by its ``new_initial_state``."""

    def __init__(self, game: SpielGame, position: State | None, left: int | None) -> None:
        super().__init__(game)
        # OpenSpiel copies and pickles just these when it clones and serialises a state.
        self._position = position
        self._left = left
        self._before: list[str] = []

    @property
    def position(self) -> State:
        """The state as plyground has it; a ValueError before chance has drawn the beginning."""
        if self._position is None:
            raise ValueError("there is no position yet: chance is to draw the beginning")
        return self._position

    def current_player(self) -> int:
        """The seat to act, or OpenSpiel's numbers for chance and the end."""
        if self._position is None:
            return PLAYERS[CHANCE]
        if self._left == 0:
            return PLAYERS[OVER]
        actor = self._position.current_player
        return actor if actor >= 0 else PLAYERS[actor]

    def is_terminal(self) -> bool:
        """Whether the game is over or has been cut off."""
        return self._left == 0 or (self._position is not None and self._position.is_terminal)

    def returns(self) -> list[float]:
        """What each seat gets; zeros while the game goes on. A game that is cut off gives ``scores.cut_off``."""
        if self._position is None:
            return [0.0] * self.num_players()
        if self._left == 0 and not self._position.is_terminal:
            return [self._position.game.info.scores.cut_off] * self.num_players()
        return list(self._position.returns)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may do, with the probabilities."""
        if self._position is None:
            outcomes: list[tuple[int, float]] = self.get_game().draws()
            return outcomes
        chances = (chance for _, chance in self._position.chance_outcomes())
        return sorted(zip(self._position.legal_actions().tolist(), chances, strict=True))

    def history_of(self, player: int) -> list[str]:
        """All that a player has seen since the start: view, step, view, …, view."""
        return [] if self._position is None else self._before + self._position.observation_history(player)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """A state that has the same view for the player, to search in; see `State.resample`.

        Its ``history`` is still that of this state: what the player was told of it is in `history_of`.
        """
        sampled: SpielState = self.clone()
        if self._position is not None:
            sampled._before = self.history_of(player)[:-1]
            sampled._position = self._position.resample_from_observation(player, int(sampler() * 2**63))
        return sampled

    def __str__(self) -> str:
        return "chance draws the beginning" if self._position is None else self._with_left(self._position.fen)

    def __reduce__(self) -> tuple[Any, ...]:
        return _deserialized, (pyspiel.serialize_game_and_state(self.get_game(), self),)

    def _legal_actions(self, player: int) -> list[int]:
        assert player == self.position.current_player
        return sorted(self.position.legal_actions().tolist())

    def _apply_action(self, action: int) -> None:
        if self._position is None:
            self._position = self.get_game().drawn(action)
            return
        self._position.apply(action)
        if self._left is not None:
            self._left -= 1

    def _action_to_string(self, player: int, action: int) -> str:
        assert player == self.current_player()
        return f"draw:{action}" if self._position is None else self._position.step_of(action)

    def _with_left(self, text: str) -> str:
        """A text about a state, which games that are cut off make a matter of the steps left."""
        return text if self._left is None else f"{text} [{self._left}]"


class SpielObserver:
    """What a player sees of a state at the moment: planes, and the position string with question marks."""

    tensor: NDArray[np.float32] | None
    dict: dict[str, NDArray[np.float32]]

    def __init__(self, game: SpielGame) -> None:
        self._have(observation=game.rules.observation_shape)

    def set_from(self, state: SpielState, player: int) -> None:
        """Writes the tensor."""
        # Where chance is to draw the beginning, there is nothing to see.
        self.dict["observation"][:] = 0.0 if state._position is None else state._position.observe(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """The position as the player may see it."""
        return "" if state._position is None else state._with_left(state._position.observation_string(player))

    def _have(self, **shapes: tuple[int, ...]) -> None:
        """Makes one tensor of parts with these shapes."""
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        parts = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict = {name: part.reshape(shape) for (name, shape), part in zip(shapes.items(), parts, strict=True)}


class SpielRecall(SpielObserver):
    """All that a player has seen since the start.

    The tensor holds the last positions that the player saw, the latest first, and the step that led to each, as the action
    of who made it; of a step that the player was not told, and where there was none, zeros.
    """

    def __init__(self, game: SpielGame) -> None:
        self.tensor, self.dict = None, {}
        if game.recall:
            self._have(
                observations=(game.recall, *game.rules.observation_shape), steps=(game.recall, game.rules.num_actions)
            )

    def set_from(self, state: SpielState, player: int) -> None:
        """Writes the tensor."""
        if self.tensor is None:
            raise ValueError("there is an information-state tensor only with the parameter recall=1, 2, …")
        self.tensor.fill(0.0)
        if state._position is None:
            return
        position = state._position
        actions, told = position.actions, position.observation_history(player)[1::2]
        observations, steps = self.dict["observations"], self.dict["steps"]
        first = max(len(actions) - len(observations) + 1, 0)
        replayed = position.game.from_fen(position.start_fen)
        for at, step in enumerate(position.steps):
            if at >= first:
                observations[len(actions) - at] = replayed.observe(player)
            replayed.apply(actions[at])
            if len(actions) - at <= len(steps) and told[at] == step:
                steps[len(actions) - at - 1, actions[at]] = 1.0
        observations[0] = position.observe(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Positions and steps in turns, as the player saw them."""
        return "\n".join((f"seat {player}", *state.history_of(player)))


def load(
    given: Game | str,
    *,
    start: str | None = None,
    deals: int | None = None,
    seed: int | None = None,
    starts: int | None = None,
    max_steps: int | None = None,
    recall: int | None = None,
    **options: Any,
) -> SpielGame:
    """The game of OpenSpiel; see `plyground.openspiel`."""
    rules = game_of(given, options)
    values: dict[str, Any] = {"frame": rules.info.frame, **rules.options}
    numbers = {"deals": deals, "seed": seed, "starts": starts, "max_steps": max_steps, "recall": recall}
    for name, value in numbers.items():
        if value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
            raise TypeError(f"{name} is a whole number, not {type(value).__name__}")
        if not LEAST[name] <= value <= MOST:
            raise BadOption(f"{name} is a number from {LEAST[name]} to {MOST}, not {value}")
        values[name] = int(value)
    if start is not None:
        # Here, so that the refusal is of the text as it was given.
        values["start"] = rules.from_fen(start).fen
    _register(rules.id)
    defaults = defaults_of(info(rules.id))
    changed = {name: _written(value, defaults[name]) for name, value in values.items() if value != defaults[name]}
    loaded: SpielGame = pyspiel.load_game(name_of(rules.id), changed)
    return loaded


def name_of(id: str) -> str:
    """What a variant is called in OpenSpiel."""
    return f"plyground_{id.replace('-', '_')}"


def defaults_of(about: Info) -> dict[str, Any]:
    """All parameters of a variant in OpenSpiel."""
    return {**PARAMETERS, **about.options}


def _root(rules: Game, own: dict[str, Any]) -> State | None:
    """The state that games begin with, or with ``deals`` one that is like it; None where chance is to draw the set-up."""
    if own["start"]:
        if own["seed"] >= 0:
            raise BadOption("a position to start from leaves no set-up to draw: give a start or a seed, not both")
        if own["deals"] and not rules.info.has_hidden_information:
            raise BadOption(f"there are no deals in {rules.id}: nothing is hidden")
        position = rules.from_fen(unquote(own["start"]))
        if position.is_terminal:
            raise ValueError("the game is over in the position to start from")
        return position
    if own["deals"]:
        raise BadOption("deals are of a position to start from: give its start too")
    first = rules.start(max(own["seed"], 0))
    return first if own["seed"] >= 0 or not _is_drawn(rules) else None


def _is_drawn(rules: Game) -> bool:
    """Whether the set-up is left to chance."""
    return len({rules.start(seed) for seed in range(TRIALS)}) > 1


def _utility(scores: Scores) -> Any:
    """What one player's gain is to the others."""
    if scores.kind == "shared":
        return pyspiel.GameType.Utility.IDENTICAL
    if scores.return_sum is None:
        return pyspiel.GameType.Utility.GENERAL_SUM
    return pyspiel.GameType.Utility.ZERO_SUM if scores.return_sum == 0 else pyspiel.GameType.Utility.CONSTANT_SUM


def _type_of(about: Info, *, drawn: bool, recall: int = 0) -> Any:
    of = pyspiel.GameType
    return of(
        short_name=name_of(about.id),
        long_name=about.title,
        dynamics=of.Dynamics.SEQUENTIAL,
        chance_mode=of.ChanceMode.EXPLICIT_STOCHASTIC if drawn or about.has_chance else of.ChanceMode.DETERMINISTIC,
        information=of.Information.IMPERFECT_INFORMATION
        if about.has_hidden_information
        else of.Information.PERFECT_INFORMATION,
        utility=_utility(about.scores),
        reward_model=of.RewardModel.TERMINAL,
        max_num_players=about.num_seats,
        min_num_players=about.num_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=recall > 0,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults_of(about),
    )


def _written(value: Any, default: Any) -> Any:
    """A value of a parameter, so that OpenSpiel's game strings keep it: they take commas and brackets apart, and know numbers."""
    if not isinstance(default, str):
        return value
    text = quote(str(value), safe=" /:?!*+-_[]&;@#$")
    return text if not text[:1].isdigit() or " " in text else f"%{ord(text[0]):x}{text[1:]}"


def _read(value: Any, default: Any) -> Any:
    """A value of an option, as it was before it was written; one that may be a word or a number may be written as a word."""
    if not isinstance(default, str):
        return value
    text = unquote(value)
    return int(text) if text.isdecimal() else text


def _deserialized(text: str) -> SpielState:
    state: SpielState = pyspiel.deserialize_game_and_state(text)[1]
    return state


KNOWN: Final[set[str]] = set(pyspiel.registered_names())
"""What OpenSpiel knows games by."""


def _register(id: str) -> None:
    """Tells OpenSpiel of a variant, if it does not know it."""
    if (name := name_of(id)) in KNOWN:
        return
    rules = game(id)
    # A class for each: OpenSpiel lets go of what makes a game after Python has ended, and a function would be freed then.
    made = type("SpielGame", (SpielGame,), {"variant": id, "__module__": __name__})
    pyspiel.register_game(_type_of(rules.info, drawn=_is_drawn(rules)), made)
    KNOWN.add(name)


for _id in variants():
    _register(_id)
