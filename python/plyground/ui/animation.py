"""Animations of pictures, as GIF. They need the extra ``render``."""

from collections.abc import Iterable
from io import BytesIO

from PIL import Image

from ..pixels import rasterize

MAX_SECONDS = 200
"""The largest number of seconds for a picture. GIF has 16 bits for hundredths of a second, and the last picture takes three times
as long."""


def animation(pictures: Iterable[str], seconds: float) -> bytes:
    """Return an animated GIF of SVG pictures of the same size.

    Parameters
    ----------
    pictures : iterable of str
        The pictures.
    seconds : float
        The time for which each is shown, above 0 and at most 200. The last one is shown three times as long.

    Returns
    -------
    bytes
        The file.

    Raises
    ------
    ValueError
        If ``seconds`` is out of its range.
    """
    if not 0 < seconds <= MAX_SECONDS:
        raise ValueError(f"seconds must be above 0 and at most {MAX_SECONDS}, got {seconds}")
    images = [
        Image.fromarray(rasterize(picture)).quantize(colors=128, dither=Image.Dither.NONE) for picture in pictures
    ]
    times = [max(20, round(1000 * seconds))] * len(images)
    times[-1] *= 3
    out = BytesIO()
    images[0].save(out, "GIF", save_all=True, append_images=images[1:], duration=times, loop=0, optimize=True)
    return out.getvalue()
