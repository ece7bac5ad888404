"""An engine that speaks UCI or Hub and fails on request. It knows no rules and plays one move.

``python fake_engine.py MODE [LOG]``: the modes are the functions of `MODES`. LOG is a file to which it appends its process id
and the lines that it reads.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

OPTIONS = (
    "option name Hash type spin default 16 min 1 max 64",
    "option name Skill Level type spin default 20 min 0 max 20",
    "option name Style type combo default Solid var Solid var Wild and Odd",
    "option name Ponder type check default false",
    "option name Clear Hash type button",
)


def say(text: str) -> None:
    print(text, flush=True)


def play() -> None:
    say("info depth 1 multipv 1 score cp 50 nodes 7 pv e2e4 e7e5")
    say("info depth 1 multipv 2 score mate -2 nodes 8 pv f2f3")
    say("bestmove e2e4 ponder e7e5")


def hub() -> None:
    say('info depth=3 score=0.25 nodes=9 pv="32-28 17-22 28x17x22"')
    say("done move=32-28")


def crash() -> None:
    print("a bad thing happened", file=sys.stderr, flush=True)
    os._exit(3)


def hang() -> None:
    time.sleep(60)


def stop_only() -> None:
    """Search until the program says to stop."""
    while sys.stdin.readline().strip() != "stop":
        pass
    say("bestmove d2d4")


def garbage() -> None:
    """Write things that are not in the protocol, then a legal move."""
    sys.stdout.buffer.write(b"\xff\x00\xfe\r\n\n" + b"x" * 200_000 + b"\n")
    for text in ["info score", "info score cp x pv", "info multipv 99999 score cp 1 pv a2a3", "bestmov e2e4"] * 500:
        say(text)
    say("bestmove\tg1f3")


MODES: dict[str, Callable[[], None]] = {
    "play": play,
    "crash": crash,
    "hang": hang,
    "stop": stop_only,
    "garbage": garbage,
    "illegal": lambda: say("bestmove e2e5"),
    "escape": lambda: say("bestmove \x1b[2Je2e4"),
    "none": lambda: say("bestmove (none)"),
    "hub": hub,
    "hub-illegal": lambda: say("done move=32-38"),
}


def main(mode: str, log: str | None) -> None:
    """Answer commands until ``quit``."""

    def note(text: str) -> None:
        if log is not None:
            with Path(log).open("a", encoding="utf-8") as file:
                file.write(text + "\n")

    note(f"process {os.getpid()}")
    if mode == "mute":
        hang()
    while line := sys.stdin.readline().strip():
        note(line)
        match line.split()[0]:
            case "uci":
                say("id name Fake")
                for option in OPTIONS:
                    say(option)
                say("uciok")
            case "hub":
                say("id name=Fake")
                say('param name=variant value=killer type=enum values="normal killer"')
                say("param name=threads value=1 type=int min=1 max=16")
                say("wait")
            case "isready":
                say("readyok")
            case "init":
                say("ready")
            case "ping":
                say("pong")
            case "go":
                MODES[mode]()
            case "quit":
                return


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None)
