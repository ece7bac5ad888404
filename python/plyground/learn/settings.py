"""The settings of a training run."""

from dataclasses import Field, asdict, dataclass, field, fields
from difflib import get_close_matches
from typing import Any

from ..truncate import truncated
from .network_size import blocks_and_channels


def _setting(default: Any, description: str, **limits: float) -> Any:
    """Make a field with its description and, for a number, its smallest and largest value ``min`` and ``max``."""
    return field(default=default, metadata={"description": description, **limits})


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a training run: network, self-play, training and evaluation.

    The fields are keyword arguments of `train` and flags of ``plyground train``.
    """

    size: "str | tuple[int, int]" = field(
        default="tiny", metadata={"description": "network size: tiny, small, medium, or blocks and channels as in 2x24"}
    )
    seed: int = _setting(0, "seed of all random numbers", min=0, max=2**64 - 1)
    teacher: str = _setting("", "agent whose games the network learns from first, such as ab:3; empty for none")
    teacher_generations: int = _setting(
        10, "number of generations that the teacher plays, if there is one", min=0, max=1_000_000
    )
    games_per_generation: int = _setting(512, "number of games in a generation", min=1, max=1_000_000)
    simulations: int = _setting(32, "simulations of a full search in self-play", min=1, max=1_000_000)
    full_search_prob: float = _setting(
        1.0, "probability of a full search; steps of fast searches are not training examples", min=0.001, max=1
    )
    fast_simulations: int = _setting(8, "simulations of a fast search in self-play", min=1, max=1_000_000)
    root: str = _setting("gumbel", "search at the root in self-play: gumbel or puct")
    max_considered_actions: int = _setting(
        16, "largest number of actions that a gumbel root considers", min=2, max=65_536
    )
    temperature: float = _setting(1.0, "temperature at which the first turns are sampled", min=0, max=100)
    temperature_steps: int = _setting(
        30, "number of turns of a game that are sampled; later turns are the best found", min=0, max=2**32 - 1
    )
    fork_fraction: float = _setting(
        0.0, "fraction of games that start one random step off an earlier game, in a rare position", min=0, max=1
    )
    overlap: bool = _setting(
        False, "play a generation while the network trains on the previous one, with the network from before that"
    )
    num_parallel_games: int = _setting(256, "number of games that are played in parallel", min=1, max=65_536)
    max_steps: int = _setting(
        600, "steps after which a game is cut off; its value targets are search values", min=1, max=10_000_000
    )
    replay_buffer_size: int = _setting(
        20_000,
        "smallest capacity of the replay buffer in positions; it grows with the number of positions played",
        min=1,
        max=100_000_000,
    )
    batch_size: int = _setting(256, "number of examples in a training step", min=1, max=1_000_000)
    samples_per_position: float = _setting(
        3.0, "how often a position is sampled for training, on average", min=0, max=1000
    )
    learning_rate: float = _setting(
        2e-3, "learning rate of AdamW, which a cosine schedule reduces to a twentieth", min=0, max=1
    )
    weight_decay: float = _setting(1e-4, "weight decay of AdamW", min=0, max=1)
    ema_decay: float = _setting(
        0.99, "decay of the moving average of the weights, which plays the games", min=0, max=0.999_999
    )
    value_search_weight: float = _setting(
        0.25, "weight of the search value in value targets; the outcome of the game has the rest", min=0, max=1
    )
    eval_games: int = _setting(
        40, "number of games against each opponent in an evaluation; 0 for no evaluation", min=0, max=1_000_000
    )
    eval_opponents: tuple[str, ...] = _setting(
        ("random", "mcts:200", "ab:3"), "agents to evaluate against, in addition to the previous network"
    )
    eval_simulations: int = _setting(64, "simulations of a search in evaluations", min=1, max=1_000_000)
    eval_time_fraction: float = _setting(0.1, "largest fraction of time spent on evaluation", min=0, max=1)

    def __post_init__(self) -> None:
        blocks_and_channels(self.size)
        for one in fields(self):
            if "min" in one.metadata:
                _check_number(one, getattr(self, one.name))
        if not isinstance(self.overlap, bool):
            raise ValueError(f"overlap must be True or False, got {truncated(self.overlap)}")
        if self.root not in ("gumbel", "puct"):
            raise ValueError(f"root must be 'gumbel' or 'puct', got {truncated(self.root)}")
        if not isinstance(self.teacher, str):
            raise ValueError(f"teacher must be the name of an agent, such as 'ab:3', got {truncated(self.teacher)}")
        if not isinstance(self.eval_opponents, tuple) or not all(isinstance(name, str) for name in self.eval_opponents):
            raise ValueError(f"eval_opponents must be a tuple of names of agents, got {truncated(self.eval_opponents)}")

    @staticmethod
    def ranges() -> dict[str, tuple[float, float]]:
        """Return the smallest and the largest valid value of each number.

        Returns
        -------
        dict of str to tuple of float
            Both values by the names of the fields.

        Examples
        --------
        >>> Settings.ranges()["batch_size"]
        (1, 1000000)
        """
        return {
            one.name: (one.metadata["min"], one.metadata["max"]) for one in fields(Settings) if "min" in one.metadata
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dictionary, the form in which files hold them.

        Returns
        -------
        dict of str to object
            Values by the names of the fields.
        """
        return asdict(self)

    @staticmethod
    def from_dict(values: dict[str, Any]) -> "Settings":
        """Make settings from a dictionary.

        Parameters
        ----------
        values : dict of str to object
            Values by the names of fields. Other fields have their defaults. A list stands for a tuple, as in JSON.

        Returns
        -------
        Settings
            The settings.

        Raises
        ------
        ValueError
            If a name is unknown or a value is not valid.

        Examples
        --------
        >>> Settings.from_dict({"batch_size": 64, "size": [2, 24]}).size
        (2, 24)
        """
        names = {one.name for one in fields(Settings)}
        for name in sorted(values.keys() - names):
            nearest = get_close_matches(name[:40], names)
            hint = f"the nearest: {', '.join(nearest)}" if nearest else "help(plyground.learn.Settings) lists all"
            raise ValueError(f"there is no setting {truncated(name)}; {hint}")
        given: dict[str, Any] = {name: tuple(one) if isinstance(one, list) else one for name, one in values.items()}
        return Settings(**given)


def _check_number(one: "Field[Any]", value: Any) -> None:
    """Check that a value is a number in the range of its field."""
    min_value, max_value = one.metadata["min"], one.metadata["max"]
    is_integer = one.type in ("int", int)
    kinds = int if is_integer else int | float
    if isinstance(value, bool) or not isinstance(value, kinds) or not min_value <= value <= max_value:
        kind = "an integer" if is_integer else "a number"
        raise ValueError(f"{one.name} must be {kind} from {min_value} to {max_value}, got {truncated(value)}")


def _attributes() -> str:
    """Return the section of the docstring that describes the fields."""
    texts = []
    for one in fields(Settings):
        kind = one.type if isinstance(one.type, str) else getattr(one.type, "__name__", str(one.type))
        limits = f" Range: {one.metadata['min']:,} to {one.metadata['max']:,}." if "min" in one.metadata else ""
        text = one.metadata["description"]
        texts.append(
            f"    {one.name} : {kind}, default {one.default!r}\n        {text[0].upper()}{text[1:]}.{limits}\n"
        )
    return "\n    Attributes\n    ----------\n" + "".join(texts) + "    "


Settings.__doc__ = f"{Settings.__doc__}{_attributes()}"
