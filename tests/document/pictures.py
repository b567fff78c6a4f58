"""Files as matplotlib and Pillow write them, one of each kind that can carry a session."""

from __future__ import annotations

import io
from functools import cache
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

NAMES = ["png", "svg", "pdf", "gif", "gif still", "html", "tex", "py", "md"]


@cache
def files() -> dict[str, bytes]:
    """Return the bytes of each file by its name, which begins with its kind."""
    return {
        "png": _figure("png"),
        "svg": _figure("svg"),
        "pdf": _figure("pdf"),
        "gif": _saved(save_all=True, append_images=_frames()[1:], duration=100, loop=0),
        "gif still": _saved(),
        "html": b"<!DOCTYPE html>\n<html><body><p>a &lt; b</p>\n</body>\n</html>\n",
        "tex": b"\\begin{tikzpicture}\n  % axis\n\\end{tikzpicture}\n",
        "py": b'"""Draws."""\n\nprint("# perceptron-gui")  # no end of line here',
        "md": "| k | \u2016w\u2016 |\n|---|---|\n| 1 | 2 |\n".encode(),
    }


def _figure(kind: str) -> bytes:
    with mpl.rc_context({"svg.hashsalt": "the same ids each time"}):
        figure = Figure(figsize=(2, 1.5))
        FigureCanvasAgg(figure)
        figure.subplots().plot([1, 3, 2], label="w")
        file = io.BytesIO()
        figure.savefig(file, format=kind, dpi=50)
    return file.getvalue()


@cache
def _frames() -> list[Image.Image]:
    """Return three pictures of noise, which no encoder can leave out."""
    noise = np.random.default_rng(0).integers(0, 256, (3, 16, 24, 3), dtype=np.uint8)
    return [Image.fromarray(frame) for frame in noise]


def _saved(**options: Any) -> bytes:
    file = io.BytesIO()
    _frames()[0].save(file, "gif", **options)
    return file.getvalue()


def pixels(data: bytes) -> list[bytes]:
    """Return every frame as Pillow decodes it."""
    with Image.open(io.BytesIO(data)) as picture:
        frames = []
        for frame in range(getattr(picture, "n_frames", 1)):
            picture.seek(frame)
            frames.append(picture.convert("RGBA").tobytes())
        return frames
