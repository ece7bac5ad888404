"""What a run of learning is asked for."""

from dataclasses import asdict, dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Settings:
    """How a network plays, learns and is measured."""

    size: "str | tuple[int, int]" = "tiny"
    """How large the network is: ``tiny``, ``small``, ``medium``, or its blocks and channels, as in ``2x24``."""
    seed: int = 0
    """What all chance is drawn from."""
    teacher: str = ""
    """An agent whose games the network learns from first, such as ``ab:3``; nobody, and it begins by playing itself."""
    lessons: int = 10
    """So many generations are played by the teacher, if there is one."""
    games: int = 512
    """How many games a generation has."""
    simulations: int = 32
    """How many positions are judged for a step of self-play."""
    full: float = 1.0
    """The share of steps that are searched in full; the others are cheap, and nothing is learned from them but who won."""
    fast: int = 8
    """How many positions are judged for those others."""
    root: str = "gumbel"
    """How a search is made at its root, ``gumbel`` or ``puct``: see `plyground.selfplay`."""
    considered: int = 16
    """How many steps the search considers at a root of the former kind."""
    temperature: float = 1.0
    """How freely the first turns are drawn."""
    turns: int = 30
    """So many turns of each game are drawn by the search's policy; after them the best step is made."""
    forks: float = 0.0
    """The share of games that begin where one of those before went, and a step by chance, at what was met least."""
    abreast: int = 256
    """How many games are played side by side."""
    max_steps: int = 600
    """Games longer than this are cut off; their positions are worth what the search found."""
    window: int = 20_000
    """So many positions are remembered to begin with; with all that were ever seen the memory grows, ever more slowly."""
    batch: int = 256
    """How many examples a step of learning has."""
    reuse: float = 3.0
    """How often each position is learned from, on average."""
    rate: float = 2e-3
    """How large the steps of learning are; towards the end they shrink to a twentieth of it."""
    decay: float = 1e-4
    """By how much weights shrink that nothing holds."""
    mean: float = 0.99
    """The network that plays is a mean of those that learned: so much of it is kept with each step."""
    search: float = 0.25
    """The share of a value's target that is what the search found; the rest is what the game came to."""
    measure: int = 40
    """How many games tell how strong it is against each opponent, every time that is measured; 0 for never."""
    opponents: tuple[str, ...] = ("random", "mcts:200", "ab:3")
    """Whom it is measured against, beside its own past selves."""
    strength: int = 64
    """How many positions it judges for a step when it is measured."""
    share: float = 0.1
    """At most so much of the time goes into measuring."""

    def __post_init__(self) -> None:
        whole = {"seed": 0, "measure": 0, "turns": 0, "lessons": 0}
        for field in fields(self):
            value, name = getattr(self, field.name), field.name
            if field.type in ("int", int):
                least = whole.get(name, 1)
                if isinstance(value, bool) or not isinstance(value, int) or value < least:
                    raise ValueError(f"{name} is a whole number from {least} on, not {value!r}")
            elif field.type in ("float", float):
                if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1000:
                    raise ValueError(f"{name} is a number from 0 on, not {value!r}")
                if name in ("forks", "full", "search", "mean", "share") and value > 1:
                    raise ValueError(f"{name} is a share, from 0 to 1, not {value!r}")
        if self.mean == 1 or not self.full:
            raise ValueError("full is more than 0 and mean less than 1, or nothing is ever learned")
        if self.root not in ("gumbel", "puct"):
            raise ValueError(f"the root is 'gumbel' or 'puct', not {self.root!r}")
        if not isinstance(self.teacher, str):
            raise ValueError(f"the teacher is the name of an agent, as 'ab:3', not {self.teacher!r}")
        if isinstance(self.opponents, str) or not all(isinstance(name, str) for name in self.opponents):
            raise ValueError(f"opponents are names of agents, not {self.opponents!r}")

    def told(self) -> dict[str, Any]:
        """As it stands in a file."""
        return asdict(self)

    @staticmethod
    def of(told: dict[str, Any]) -> "Settings":
        """What was `told`."""
        known = {field.name for field in fields(Settings)}
        if unknown := told.keys() - known:
            raise ValueError(f"there is no setting {min(unknown)!r}; there are {', '.join(sorted(known))}")
        size, opponents = told.get("size", "tiny"), told.get("opponents", ("random", "mcts:200", "ab:3"))
        return Settings(
            **{
                **told,
                "size": size if isinstance(size, str) else tuple(size),
                "opponents": opponents if isinstance(opponents, str) else tuple(opponents),
            }
        )
