"""The palette of a GIF: one for all frames of an animation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.figures.model.theme import Theme

from .changes import Pixels

_COLOURS = 255  # one of the 256 indices means that a pixel stays as it was
_EXACT = 176  # colours that are kept as they are
_ALL = 1 << 24


class GifPalette:
    """Up to 255 colours, and the nearest of them for any other."""

    def __init__(self, pictures: Sequence[Pixels], theme: Theme) -> None:
        named = {theme.background, theme.text, theme.muted, theme.grid}
        named |= {style.color for style in theme.styles.values()}
        named |= {style.fill for style in theme.styles.values() if style.fill}
        packed, counts = np.unique(
            np.concatenate([_packed(each).ravel() for each in pictures]), return_counts=True
        )
        frequent = packed[np.argsort(-counts, kind="stable")]
        first = sorted(int(colour.removeprefix("#"), 16) for colour in named)
        exact = list(dict.fromkeys([*first, *frequent.tolist()]))[:_EXACT]
        self._colours = _spread(_unpacked(np.array(exact)), _unpacked(packed))
        self._index = np.full(_ALL, -1, dtype=np.int16)  # of every colour met so far

    def indices(self, picture: Pixels) -> Pixels:
        """Return for every pixel (h, w, 3) the number (h, w) of the nearest colour."""
        packed = _packed(picture)
        found = self._index[packed]
        new = np.unique(packed[found < 0])
        if len(new):
            self._index[new] = [_distances(self._colours, one).argmin() for one in _unpacked(new)]
            found = self._index[packed]
        return found.astype(np.uint8)

    def table(self) -> bytes:
        """Return red, green and blue of 256 colours."""
        return self._colours.astype(np.uint8).tobytes().ljust(768, b"\0")


def _packed(picture: Pixels) -> NDArray[np.int32]:
    red, green, blue = (picture[..., channel].astype(np.int32) for channel in range(3))
    return red << 16 | green << 8 | blue


def _unpacked(colours: NDArray[np.int32]) -> NDArray[np.int32]:
    return np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=-1)


def _distances(colours: NDArray[np.int32], one: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the squared distance of every colour (m, 3) from one (3,)."""
    return np.asarray(((colours - one) ** 2).sum(axis=1))


def _spread(kept: NDArray[np.int32], others: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the colours that are kept and, again and again, the one farthest from all so far."""
    nearest = np.full(len(others), np.iinfo(np.int32).max, dtype=np.int32)
    for one in kept:
        nearest = np.minimum(nearest, _distances(others, one))
    chosen = list(kept)
    while len(chosen) < _COLOURS and nearest.any():
        chosen.append(others[nearest.argmax()])
        nearest = np.minimum(nearest, _distances(others, chosen[-1]))
    return np.array(chosen)
