"""What a run of learning is asked for."""

from dataclasses import Field, asdict, dataclass, field, fields
from typing import Any

from ..truncate import truncated
from .size import blocks_and_channels


def _within(default: float, least: float, most: float) -> Any:
    """A number with the range in which it is valid, both ends included."""
    return field(default=default, metadata={"least": least, "most": most})


@dataclass(frozen=True, slots=True)
class Settings:
    """How a network plays, learns and is measured. Each number has a range, which refusals and `Settings.ranges` tell."""

    size: "str | tuple[int, int]" = "tiny"
    """How large the network is: ``tiny``, ``small``, ``medium``, or its blocks and channels, as in ``2x24``."""
    seed: int = _within(0, 0, 2**64 - 1)
    """What all chance is drawn from."""
    teacher: str = ""
    """An agent whose games the network learns from first, such as ``ab:3``; nobody, and it begins by playing itself."""
    lessons: int = _within(10, 0, 1_000_000)
    """So many generations are played by the teacher, if there is one."""
    games: int = _within(512, 1, 1_000_000)
    """How many games a generation has."""
    simulations: int = _within(32, 1, 1_000_000)
    """How many positions are judged for a step of self-play."""
    full: float = _within(1.0, 0.001, 1)
    """The share of steps that are searched in full; the others are cheap, and nothing is learned from them but who won."""
    fast: int = _within(8, 1, 1_000_000)
    """How many positions are judged for those others."""
    root: str = "gumbel"
    """How a search is made at its root, ``gumbel`` or ``puct``: see `plyground.self_play`."""
    considered: int = _within(16, 2, 65_536)
    """How many steps the search considers at a root of the former kind."""
    temperature: float = _within(1.0, 0, 100)
    """How freely the first turns are drawn."""
    turns: int = _within(30, 0, 2**32 - 1)
    """So many turns of each game are drawn by the search's policy; after them the best step is made."""
    forks: float = _within(0.0, 0, 1)
    """The share of games that begin where one of those before went, and a step by chance, at what was met least."""
    abreast: int = _within(256, 1, 65_536)
    """How many games are played side by side."""
    max_steps: int = _within(600, 1, 10_000_000)
    """Games longer than this are cut off; their positions are worth what the search found."""
    window: int = _within(20_000, 1, 100_000_000)
    """So many positions are remembered to begin with; with all that were ever seen the memory grows, ever more slowly."""
    batch: int = _within(256, 1, 1_000_000)
    """How many examples a step of learning has."""
    reuse: float = _within(3.0, 0, 1000)
    """How often each position is learned from, on average."""
    rate: float = _within(2e-3, 0, 1)
    """How large the steps of learning are; towards the end they shrink to a twentieth of it."""
    decay: float = _within(1e-4, 0, 1)
    """AdamW weight decay."""
    mean: float = _within(0.99, 0, 0.999_999)
    """The network that plays is a mean of those that learned: so much of it is kept with each step."""
    search: float = _within(0.25, 0, 1)
    """The share of a value's target that is what the search found; the rest is what the game came to."""
    measure: int = _within(40, 0, 1_000_000)
    """How many games tell how strong it is against each opponent, every time that is measured; 0 for never."""
    opponents: tuple[str, ...] = ("random", "mcts:200", "ab:3")
    """Whom it is measured against, beside its own past selves."""
    strength: int = _within(64, 1, 1_000_000)
    """How many positions it judges for a step when it is measured."""
    share: float = _within(0.1, 0, 1)
    """At most so much of the time goes into measuring."""

    def __post_init__(self) -> None:
        blocks_and_channels(self.size)
        for one in fields(self):
            if one.metadata:
                _check_number(one, getattr(self, one.name))
        if self.root not in ("gumbel", "puct"):
            raise ValueError(f"root must be 'gumbel' or 'puct', not {truncated(self.root)}")
        if not isinstance(self.teacher, str):
            raise ValueError(f"teacher must be the name of an agent, such as 'ab:3', not {truncated(self.teacher)}")
        if not isinstance(self.opponents, tuple) or not all(isinstance(name, str) for name in self.opponents):
            raise ValueError(f"opponents must be names of agents, not {truncated(self.opponents)}")

    @staticmethod
    def ranges() -> dict[str, tuple[float, float]]:
        """The least and the greatest valid value of each number.

        >>> Settings.ranges()["batch"]
        (1, 1000000)
        """
        return {one.name: (one.metadata["least"], one.metadata["most"]) for one in fields(Settings) if one.metadata}

    def told(self) -> dict[str, Any]:
        """As it stands in a file."""
        return asdict(self)

    @staticmethod
    def of(told: dict[str, Any]) -> "Settings":
        """What was `told`."""
        known = {one.name for one in fields(Settings)}
        if unknown := told.keys() - known:
            raise ValueError(f"there is no setting {truncated(min(unknown))}; there are {', '.join(sorted(known))}")
        # JSON has lists in place of tuples.
        given: dict[str, Any] = {name: tuple(one) if isinstance(one, list) else one for name, one in told.items()}
        return Settings(**given)


def _check_number(one: "Field[Any]", value: Any) -> None:
    """Refuses a value that is not a number, or is out of range."""
    least, most = one.metadata["least"], one.metadata["most"]
    whole = one.type in ("int", int)
    kinds = int if whole else int | float
    if isinstance(value, bool) or not isinstance(value, kinds) or not least <= value <= most:
        raise ValueError(
            f"{one.name} must be {'a whole number' if whole else 'a number'} from {least} to {most}, not {truncated(value)}"
        )
