"""Several SVG pictures in one, row by row."""

import re
from collections.abc import Sequence

_SIZE = re.compile(r'<svg [^>]*?width="(\d+)" height="(\d+)"')
GAP = 12


def strip(pictures: Sequence[str], columns: int) -> str:
    """Return one picture of several of the same size.

    Parameters
    ----------
    pictures : sequence of str
        SVG documents.
    columns : int
        The number of pictures in a row.

    Returns
    -------
    str
        An SVG document.
    """
    if columns < 1:
        raise ValueError(f"columns must be a positive integer, got {columns}")
    found = _SIZE.match(pictures[0])
    if found is None:
        raise ValueError("a picture has no size")
    width, height = int(found[1]), int(found[2])
    columns = min(columns, len(pictures))
    rows = -(-len(pictures) // columns)
    placed = [
        picture.replace("<svg ", f'<svg x="{at % columns * (width + GAP)}" y="{at // columns * (height + GAP)}" ', 1)
        for at, picture in enumerate(pictures)
    ]
    wide, high = columns * (width + GAP) - GAP, rows * (height + GAP) - GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">\n'
        f"{''.join(placed)}</svg>\n"
    )
