"""Find unclear phrases in documents, docstrings, comments and messages: ``python tools/prose.py``.

``docs/style.md`` states the rules for prose. ``tools/prose_pending.txt`` lists the files that are not rewritten yet, with the
number of phrases in each. After rewriting a file, run ``python tools/prose.py --update`` and commit the list.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
PENDING = "tools/prose_pending.txt"
SOURCES = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "docs/*.md",
    "python/**/*.py",
    "python/**/*.pyi",
    "benches/**/*.py",
    "fuzz/python/**/*.py",
    "tests/**/*.py",
    "tools/*.py",
    "src/**/*.rs",
    "bindings/src/**/*.rs",
    "benches/**/*.rs",
    "fuzz/src/**/*.rs",
    "tests/**/*.rs",
)
EXCLUDED = ("tests/project/test_prose.py", "tools/prose.py")
"""Files that contain the phrases as data."""

RULES: tuple[tuple[str, str, str], ...] = (
    ("abreast", "", "in parallel"),
    ("all", r" else\b", "everything else"),
    ("all", r" in all\b", "in total"),
    ("all anyone everybody everyone for those", r" who\b", "you, users that, software that"),
    ("amid amongst lest naught thence thereof thrice till upon whence whilst withal", "", "a word in current use"),
    ("and", r" so (?:is|are|do|does|has|have|was|were|did|will|can|may|must)\b", "subject before verb"),
    ("anew", "", "again"),
    ("are is was were", r" refused\b", "raises ValueError, is rejected"),
    ("are is", r" (?:not )?said\b", "is given"),
    ("are is", r" to be\b", "must be, is"),
    ("are be is was were", r" wanted\b", "is requested"),
    ("as", r" (?:it|they) stands?\b", "the current …, unchanged"),
    ("as", r" \w+ (?:has|have) it\b", "as in …"),
    ("at", r" hand\b", "current, available"),
    ("at", r" once\b", "immediately, or: at the same time"),
    ("behave behaves", r" otherwise\b", "behaves differently"),
    ("beside", "", "next to, in addition to, off the board"),
    ("but", r" for\b", "except"),
    ("by", r" (?:how|so) much\b", "the name of the quantity"),
    ("come comes", r" of (?:it|them|that)\b", "result"),
    ("Else", "", "otherwise"),
    ("else", r"(?<=;\selse)", "otherwise"),
    ("ever", r" new\b", "new"),
    ("for", r" want of\b", "for lack of"),
    ("foresight", "", "search depth"),
    ("he him his", "", "it, its"),
    ("in", r" brackets stands?\b", "in brackets"),
    ("in", r" the first place\b", "first, or nothing"),
    ("judge judged judges judging", "", "evaluator, evaluate"),
    ("nobody somebody", "", "no seat, a user, you"),
    ("nor", r" (?:is|are|do|does|has|have|was|were|can|may|will)\b", "does not … either"),
    ("now", r" and then\b", "periodically"),
    ("Of", "(?! course)", "subject first, or: For …"),
    ("of", r" it\b", "its …"),
    ("reckon reckoned reckoning reckons", "", "compute, expect"),
    ("say says tell tells told", r" of\b", "describe, state"),
    ("seldom", "", "rarely"),
    ("so", r" (?:many|much)\b", "the number, or: this number of"),
    ("some", r" (?:\d|(?:ten|twenty|thirty|forty|fifty|sixty|a hundred|minutes|seconds)\b)", "about …"),
    ("that the", r" same of\b", "the same for"),
    ("to", r" the last (?:bit|digit)\b", "bit-identical"),
    ("Who", r"\b(?![^.!]*\?)", "If you …, or: the agent that …"),
    ("whoever", "", "the seat that, the caller"),
    ("written", r" down\b", "recorded"),
    ("After Behind Below Beside", r" [\w ]{2,40}? (?:stands?|lies?|comes?|follows?)\b", "subject first"),
)
"""Unclear phrases: possible first words, a regular expression for what follows them and what to write instead.

A first word with a capital begins a sentence. A space stands for white space.
"""

_FENCE = re.compile(r"^([ \t]*)```(\w*)[^\n]*\n(.*?)^[ \t]*```[ \t]*$", re.M | re.S)
_CODE = re.compile(r"``.+?``|`[^`\n]+`|\{[^{}\n]*\}|\]\([^)\s]*\)|https?://\S+", re.S)
_DOCTEST = re.compile(r"^[ \t]*>>> .*(?:\n[ \t]*\S.*)*", re.M)
_WORD = re.compile("[A-Za-z]+")
_DOUBLE = r'"(?P<string>(?:[^"\\]|\\.)*)"'
_RUST = re.compile(
    rf'\bb?r(?P<hashes>#*)"(?P<raw>.*?)"(?P=hashes)|{_DOUBLE}'
    r"|'(?:\\[^'\n]+|[^\\'\n])'|(?P<comment>//[^\n]*(?:\n[ \t]*//[^\n]*)*)",
    re.S,
)
_PYTHON = re.compile(
    rf'"""(?P<raw>(?:[^\\]|\\.)*?)"""|{_DOUBLE}'
    r"|'(?P<single>(?:[^'\\]|\\.)*)'|(?P<comment>#[^\n]*(?:\n[ \t]*#[^\n]*)*)",
    re.S,
)
_COMMENT_MARK = re.compile(r"^[ \t]*(?://[/!]?|#:?)", re.M)


class Text(NamedTuple):
    """A piece of prose and the line of the file on which it starts."""

    line: int
    text: str


class Hit(NamedTuple):
    """An unclear phrase, the line of the file on which it starts and what to write instead."""

    line: int
    phrase: str
    instead: str


def hits(name: str, content: str) -> list[Hit]:
    """Return the unclear phrases in a file.

    Parameters
    ----------
    name : str
        The file's name. Its suffix selects what is read.
    content : str
        The file's text.

    Returns
    -------
    list of Hit
        The phrases in the order of lines. Code is skipped: blocks in fences and text in backquotes.
    """
    found = []
    for piece in _READERS[name.rpartition(".")[2]](content):
        text = _CODE.sub(_blank, _DOCTEST.sub(_blank, _FENCE.sub(_blank, piece.text)))
        for word in _WORD.finditer(text):
            for rest, instead in _INDEX.get(word[0]) or _INDEX.get(word[0].lower()) or []:
                if match := rest.match(text, word.end()):
                    line = piece.line + text.count("\n", 0, word.start())
                    found.append(Hit(line, " ".join(text[word.start() : match.end()].split()), instead))
    return found


def markdown_texts(content: str) -> Iterator[Text]:
    """Return the text of a document, and the comments, docstrings and messages of the programs in it."""
    yield Text(1, content)
    for fence in _FENCE.finditer(content):
        if fence[2] == "python":
            line = content.count("\n", 0, fence.start(3)) + 1
            yield from _moved(python_texts(fence[3]), line - 1)


def python_texts(content: str) -> Iterator[Text]:
    """Return the comments of a Python module and its strings of several words."""
    return _tokens(_PYTHON, content)


def rust_texts(content: str) -> Iterator[Text]:
    """Return the comments of a Rust module and its strings of several words."""
    return _tokens(_RUST, content)


def _tokens(pattern: re.Pattern[str], content: str) -> Iterator[Text]:
    line, end = 1, 0
    for match in pattern.finditer(content):
        line, end = line + content.count("\n", end, match.start()), match.start()
        if comment := match["comment"]:
            yield Text(line, _COMMENT_MARK.sub("", comment))
        elif " " in (string := match["string"] or match["raw"] or match.groupdict().get("single") or ""):
            yield Text(line, string.replace("\\\n", "\n"))


_READERS: Mapping[str, Callable[[str], Iterator[Text]]] = {
    "md": markdown_texts,
    "py": python_texts,
    "pyi": python_texts,
    "rs": rust_texts,
}


def _index() -> dict[str, list[tuple[re.Pattern[str], str]]]:
    """The rules by their first words."""
    index: dict[str, list[tuple[re.Pattern[str], str]]] = {}
    for words, rest, instead in RULES:
        for word in words.split():
            index.setdefault(word, []).append((re.compile(rest.replace(" ", r"\s+"), re.M), instead))
    return index


_INDEX = _index()


def compare(found: Mapping[str, list[Hit]], pending: Mapping[str, int]) -> Iterator[str]:
    """Compare what was found with what is allowed.

    Parameters
    ----------
    found : mapping of str to list of Hit
        The phrases in each file.
    pending : mapping of str to int
        How many phrases a file may have; a file that is not listed may have none.

    Yields
    ------
    str
        A problem: a phrase in a file that has more than are allowed, or a number that is too high.
    """
    for name, phrases in found.items():
        allowed = pending.get(name, 0)
        if len(phrases) > allowed:
            for hit in phrases:
                yield f"{name}:{hit.line}: {hit.phrase!r}; write: {hit.instead}"
            if allowed:
                yield f"{name}: has {len(phrases)} unclear phrases, {allowed} are allowed by {PENDING}"
    for name, allowed in pending.items():
        left = len(found.get(name, ()))
        if left < allowed:
            yield f"{PENDING}: {name} has {left} unclear phrases, not {allowed}; run python tools/prose.py --update"


def updated(found: Mapping[str, list[Hit]], pending: Mapping[str, int]) -> dict[str, int]:
    """Return the current number of phrases in each file that has any; files may be renamed or split.

    Raises
    ------
    ValueError
        If there are more phrases in all files together than ``pending`` allows.
    """
    numbers = {name: len(phrases) for name, phrases in sorted(found.items()) if phrases}
    if (total := sum(numbers.values())) > (allowed := sum(pending.values())):
        raise ValueError(f"the number of unclear phrases must not grow, got {total} instead of {allowed}")
    return numbers


def read_pending(text: str) -> dict[str, int]:
    """Read the list of files that are not rewritten yet, with a path and a number on each line."""
    return {name: int(number) for name, number in (line.split() for line in text.splitlines())}


def main() -> int:
    """Print all problems; return 1 if there is one."""
    parser = argparse.ArgumentParser(
        description="Find unclear phrases in documents, docstrings, comments and messages."
    )
    parser.add_argument("files", nargs="*", help="list all phrases of these files, including allowed ones")
    parser.add_argument("--update", action="store_true", help=f"write the current numbers to {PENDING}")
    options = parser.parse_args()
    names = options.files or _files()
    found = {name: hits(name, (ROOT / name).read_text(encoding="utf-8")) for name in names}
    pending = {} if options.files else read_pending((ROOT / PENDING).read_text(encoding="utf-8"))
    if options.update:
        try:
            pending = updated(found, pending)
        except ValueError as error:
            sys.exit(f"{PENDING}: {error}")
        (ROOT / PENDING).write_text("".join(f"{name} {number}\n" for name, number in pending.items()), encoding="utf-8")
    problems = list(compare(found, pending))
    for problem in problems:
        print(problem, file=sys.stderr)
    return int(bool(problems))


def _files() -> Iterator[str]:
    for pattern in SOURCES:
        for path in sorted(ROOT.glob(pattern)):
            if (name := path.relative_to(ROOT).as_posix()) not in EXCLUDED:
                yield name


def _moved(texts: Iterable[Text], lines: int) -> Iterator[Text]:
    return (Text(text.line + lines, text.text) for text in texts)


def _blank(match: re.Match[str]) -> str:
    """Replace code by a mark, and keep the number of lines."""
    return "…" + "\n" * match[0].count("\n")


if __name__ == "__main__":
    sys.exit(main())
