"""The pages that Sphinx reads, in one folder: documents with links to the site, and generated pages."""

import re
import shutil
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

import gallery_data
import gallery_index
import gallery_library
import gallery_page
import plyground as pg
import site_reference
from gallery_data import Variant
from gallery_pictures import write_pictures
from plyground.ui.scripts import bundle, styles

ROOT: Final = Path(__file__).parent.parent
SITE: Final = ROOT / "site"

PAGES: Final = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CODE_OF_CONDUCT.md": "code_of_conduct.md",
    "SECURITY.md": "security.md",
}
"""The pages of documents in the root folder."""
DOWNLOADS: Final = ("LICENSE-MIT", "LICENSE-APACHE", "CITATION.cff")

_LINK = re.compile(r"(\]\()([^)#:\s]+)((?:#[^)\s]*)?\))")
_CODE = re.compile(r"^(```.*?^```\s*$)", re.MULTILINE | re.DOTALL)


def write_source(source: Path, jobs: int = 1, ids: Sequence[str] | None = None) -> None:
    """Write all that Sphinx reads.

    Parameters
    ----------
    source : Path
        The folder.
    jobs : int, default 1
        The number of processes that make pages of the gallery.
    ids : sequence of str, optional
        The variants of the gallery, those of the library included. The default is all.
    """
    shutil.copytree(SITE, source, ignore=shutil.ignore_patterns("navigation.md", "replay_page.js"))
    for path in _documents():
        _copy(path, source)
    with (source / "index.md").open("a", encoding="utf-8") as index:
        index.write("\n" + (SITE / "navigation.md").read_text(encoding="utf-8"))
    _write(source / "reference", site_reference.pages())
    _write(source, [("atlas.md", _atlas())])
    script = f"(() => {{\n{bundle('replay.js')}\n{(SITE / 'replay_page.js').read_text(encoding='utf-8')}}})();\n"
    _write(source / "_static", [("replay.js", script), ("board.css", styles())])
    extra = source / "_extra"
    for name in ("atlas/atlas.html", "atlas/atlas.csv", "atlas/atlas.json"):
        _copy_file(ROOT / "docs" / name, extra / name)
    library = [id for id in pg.variants(source="library") if ids is None or id in ids]
    variants = gallery_data.variants(ids if ids is None else [id for id in ids if id not in library])
    _write_gallery(source, variants, library, jobs)


def _write_gallery(source: Path, variants: Sequence[Variant], library: Sequence[str], jobs: int) -> None:
    described = [Variant(pg.info(id), {}, (), ()) for id in library]
    _write(source / "gallery", [("index.md", gallery_index.index(variants, described))])
    (source / "_extra" / "gallery" / "pictures").mkdir(parents=True)
    shown: list[Variant | str] = [*variants, *library]
    if jobs == 1:
        for one in shown:
            _write_variant(source, one)
        return
    with ProcessPoolExecutor(jobs) as pool:
        # All results are read, so that errors are raised.
        list(pool.map(partial(_write_variant, source), shown, chunksize=8))


def _write_variant(source: Path, variant: Variant | str) -> None:
    """Write the page of a variant, or of an id of the library, and the replay and the pictures that it shows."""
    shown = source / "_extra" / "gallery"
    page_of = gallery_page.page
    if isinstance(variant, str):
        variant, page_of = gallery_library.described_variant(variant), gallery_library.page
    page, replay = page_of(variant, write_pictures(variant, shown / "pictures"))
    _write(source / "gallery", [(f"{variant.id}.md", page)])
    _write(shown / "replays", [(f"{variant.id}.js", replay)])


def _documents() -> list[Path]:
    """Return the files that pages of the site are made from, and what they show."""
    folders = (
        "docs",
        "docs/benchmarks",
        "docs/gallery/describing",
        "docs/games",
        "docs/rules",
        "docs/models",
        "notebooks",
    )
    files = [path for folder in folders for path in sorted((ROOT / folder).iterdir()) if path.is_file()]
    return [*(ROOT / name for name in (*PAGES, *DOWNLOADS)), *files]


def site_path(path: Path) -> Path | None:
    """Return the path on the site of a file or a folder of the repository, or None if it has none.

    >>> site_path(ROOT / "docs" / "games" / "README.md").as_posix()
    'games/index.md'
    >>> site_path(ROOT / "README.md").as_posix()
    'index.md'
    """
    relative = path.relative_to(ROOT)
    if relative == Path("docs/atlas"):
        return Path("atlas.md")
    # The short form of the page in `docs`.
    if relative == Path("CONTRIBUTING.md"):
        return Path("contributing.md")
    if relative.name in PAGES and len(relative.parts) == 1:
        return Path(PAGES[relative.name])
    if path.is_dir():
        relative /= "README.md"
    if relative.name == "README.md":
        relative = relative.with_name("index.md")
    if relative.parts[0] == "docs":
        return relative.relative_to("docs")
    is_there = relative.parts[0] == "notebooks" or relative.name in DOWNLOADS
    return relative if is_there else None


def _copy(path: Path, source: Path) -> None:
    """Copy a document, with links that lead to pages of the site."""
    place = site_path(path)
    assert place is not None
    if path.suffix not in (".md", ".ipynb"):
        _copy_file(path, source / place)
        return
    parts = _CODE.split(path.read_text(encoding="utf-8"))
    # Odd parts are blocks of code.
    parts[::2] = [_LINK.sub(partial(_on_site, path, place), part) for part in parts[::2]]
    text = "".join(parts)
    if place.name == "index.md" and place.parent.parts:
        text += "\n```{toctree}\n:hidden:\n:glob:\n\n*\n```\n"
    _write(source / place.parent, [(place.name, text)])


def _on_site(path: Path, place: Path, link: re.Match[str]) -> str:
    """Return a link of a document as one of the site."""
    target = (path.parent / link[2]).resolve()
    page = site_path(target) if target.is_relative_to(ROOT) else None
    if page is None:
        raise ValueError(f"{path.relative_to(ROOT)} links to {link[2]}, which is not on the site")
    up = Path(*[".."] * len(place.parent.parts))
    return f"{link[1]}{(up / page).as_posix()}{link[3]}"


def _copy_file(path: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, target)


def _write(folder: Path, files: Iterable[tuple[str, str]]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files:
        (folder / name).write_text(text, encoding="utf-8")


def _atlas() -> str:
    """Return the page that leads to the Balance Atlas."""
    findings = "\n".join(f"- {line}" for line in pg.study.atlas_findings(gallery_data.atlas()))
    return f"""# Balance Atlas

<a href="atlas/atlas.html">Open the atlas</a>: all games with winners
in a table to sort and filter, with the score of the first seat for each agent.
[Studies](studies.md#the-balance-atlas) describes how it is measured.
The data are files: <a href="atlas/atlas.csv">CSV</a> and <a href="atlas/atlas.json">JSON</a>.

{findings}
"""
