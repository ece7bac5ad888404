"""Build the site of the documents: ``python tools/build_site.py`` writes ``build/site``.

The pages are the README, those of ``docs``, the notebooks, a reference of all public names, and the gallery with a page for
each variant and each game of the library. Sphinx makes HTML of them. Its warnings are errors, and every link must lead somewhere.
"""

import argparse
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from sphinx.cmd.build import main as run_sphinx

from site_links import problems_of
from site_source import ROOT, write_source

OUT: Final = ROOT / "build" / "site"


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the site. Returns 1 if it has problems."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=OUT, help="the folder of the site")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="the number of processes")
    parser.add_argument("--variants", nargs="+", metavar="ID", help="the variants of the gallery; by default all")
    settings = parser.parse_args(arguments)
    problems = build(settings.out.resolve(), settings.jobs, settings.variants)
    for problem in problems:
        print(problem)
    if not problems:
        print(f"open {settings.out / 'index.html'}")
    return 1 if problems else 0


def build(out: Path, jobs: int = 1, ids: Sequence[str] | None = None) -> list[str]:
    """Build the site.

    Parameters
    ----------
    out : Path
        The folder of the site. Folders next to it contain what Sphinx reads and keeps.
    jobs : int, default 1
        The number of processes.
    ids : sequence of str, optional
        The variants of the gallery, those of the library included. The default is all.

    Returns
    -------
    list of str
        Warnings of Sphinx, links to nothing and pages that are too large.
    """
    source, warnings = out.with_name(f"{out.name}-source"), out.with_name(f"{out.name}-warnings.txt")
    for folder in (source, out):
        shutil.rmtree(folder, ignore_errors=True)
    write_source(source, jobs, ids)
    trees = str(out.with_name(f"{out.name}-trees"))
    status = run_sphinx(["-q", "-b", "html", "-j", str(jobs), "-d", trees, "-w", str(warnings), str(source), str(out)])
    found = warnings.read_text(encoding="utf-8").splitlines()
    if status and not found:
        found = [f"Sphinx ended with status {status}"]
    return found + problems_of(out)


if __name__ == "__main__":
    raise SystemExit(main())
