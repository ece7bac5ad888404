"""The main program of fuzz targets that begin with valid files."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import atheris


def fuzz_from_seeds(
    seeds: Sequence[bytes],
    test: Callable[[bytes], None],
    mutated: Callable[[bytes, int, int], bytes],
    folder: Path,
    max_len: int,
) -> None:
    """Fuzz with the arguments of the command line, beginning with the seeds, which are written into a folder.

    The limit on inputs should leave room for the seeds to grow.
    """
    corpus = folder / "corpus"
    corpus.mkdir()
    for number, seed in enumerate(seeds):
        test(seed)
        (corpus / str(number)).write_bytes(seed)
    defaults = [f"-max_len={max_len}", "-timeout=20", "-rss_limit_mb=2048"]
    atheris.Setup([sys.argv[0], *defaults, *sys.argv[1:], str(corpus)], test, custom_mutator=mutated)
    atheris.Fuzz()
