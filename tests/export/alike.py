"""Whether two pictures look the same, though other programs draw the lines between pixels."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

# A blur forgives a line beside its pixel, but not a lost word.
_BLUR, _APART = 3, 60


def blurred(picture: bytes) -> NDArray[np.int_]:
    """Return the pixels of a blurred picture."""
    with Image.open(io.BytesIO(picture)) as opened:
        soft = opened.convert("RGB").filter(ImageFilter.GaussianBlur(_BLUR))
    return np.asarray(soft).astype(int)


def assert_alike(one: NDArray[np.int_], other: NDArray[np.int_]) -> None:
    """Check that nowhere there is a word or a line that the other picture lacks."""
    assert np.abs(np.subtract(one.shape, other.shape)).max() <= 1
    height, width = np.minimum(one.shape[:2], other.shape[:2])
    apart = np.abs(one[:height, :width] - other[:height, :width])
    assert apart.max() < _APART
    assert apart.mean() < 3
