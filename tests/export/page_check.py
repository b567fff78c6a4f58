"""What must hold on every page: all words on it, and none over others or over the axes."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations

import numpy as np
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from perceptron_gui.export.layout.axes import Box, PageProjection, as_sheet, decorations_of
from perceptron_gui.export.layout.layout import arrange
from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.layout.text import typeset
from perceptron_gui.export.mpl.pen import matplotlib_settings, paint
from perceptron_gui.figures.model import marks
from perceptron_gui.figures.model.figure import Drawing, Figure

_POINTS = 72
# Boxes of letters are a little higher than their ink.
_CLOSE = 0.12


def axes_boxes(drawing: Drawing, page: Page) -> list[Box]:
    """Return where the axes of a drawing are, in points."""
    decorations = decorations_of(as_sheet(drawing))
    places = arrange(decorations, page).panels
    return [
        place.box(panel.axes[0]) for place, panel in zip(places, decorations.panels, strict=True)
    ]


def words_on(drawing: Drawing, page: Page) -> list[tuple[str, Bbox]]:
    """Return all words of a page with the rectangles they fill, in points."""
    with matplotlib_settings(page):
        canvas = paint(drawing, page)
        canvas.set_dpi(_POINTS)
        width, height = (round(inches * _POINTS) for inches in page.inches)
        renderer = RendererAgg(width, height, _POINTS)  # type: ignore[no-untyped-call]
        texts = [artist for artist in canvas.artists if isinstance(artist, Text)]
        return [(text.get_text(), text.get_window_extent(renderer)) for text in texts]


def faults(drawing: Drawing, page: Page) -> list[str]:
    """Return what is cut off, and what covers something else."""
    width, height = (inches * _POINTS for inches in page.inches)
    boxes = axes_boxes(drawing, page)
    words = words_on(drawing, page)
    found = [
        f"{text!r} leaves the page"
        for text, place in words
        if place.x0 < 0 or place.y0 < 0 or place.x1 > width or place.y1 > height
    ]
    around = [(text, place) for text, place in words if not _within(place, boxes)]
    found += [
        f"{one!r} covers {other!r}"
        for (one, here), (other, there) in combinations(around, 2)
        if _overlap(here, there, _CLOSE * page.font)
    ]
    found += [
        f"{text!r} covers the axes"
        for text, place in around
        for box in boxes
        if _overlap(place, _as_bbox(box), _CLOSE * page.font)
    ]
    return found


def covered(figure: Figure, page: Page, keys: Collection[str]) -> list[str]:
    """Return which texts of a figure, by the first word of their keys, lie on others or on lines.

    Arrows are lines, too; a touch of the empty room above and below letters does not count.
    """
    (drawn,) = (panel.figure for panel in as_sheet(figure).panels)
    decorations = decorations_of(as_sheet(figure))
    axes = decorations.panels[0].axes[0]
    (box,) = axes_boxes(figure, page)
    projection = PageProjection(box, axes)
    texts = [mark for mark in drawn.marks if isinstance(mark, marks.Text)]
    judged = {typeset(m.text, page.family)[0] for m in texts if m.key.split(" ")[0] in keys}
    words = [(text, _inked(place)) for text, place in words_on(figure, page)]
    inside = [(text, place) for text, place in words if _within(place, [box])]
    found = [
        f"{one!r} covers {other!r}"
        for (one, here), (other, there) in combinations(inside, 2)
        if {one, other} & judged and here.overlaps(there)
    ]
    for mark in drawn.marks:
        if isinstance(mark, marks.Arrow):
            ends = [mark.x0, mark.x1], [mark.y0, mark.y1]
        elif isinstance(mark, marks.Line):
            ends = mark.x.tolist(), mark.y.tolist()
        else:
            continue
        path = Path(np.column_stack([projection.across(ends[0]), projection.up(ends[1])]))
        found += [
            f"{text!r} covers {mark.key!r}"
            for text, place in inside
            if text in judged and path.intersects_bbox(place, filled=False)
        ]
    missing = judged - {text for text, _ in inside}
    return found + [f"{text!r} is not drawn" for text in missing]


def _inked(place: Bbox) -> Bbox:
    high = _CLOSE * place.height
    return Bbox.from_extents(place.x0 + 0.5, place.y0 + high, place.x1 - 0.5, place.y1 - high)


def _as_bbox(box: Box) -> Bbox:
    return Bbox.from_extents(box.left, box.bottom, box.right, box.top)


def _within(place: Bbox, boxes: list[Box]) -> bool:
    """Tell whether words belong to a mark, and so stand in the axes."""
    x, y = (place.x0 + place.x1) / 2, (place.y0 + place.y1) / 2
    return any(box.left < x < box.right and box.bottom < y < box.top for box in boxes)


def _overlap(one: Bbox, other: Bbox, tolerance: float) -> bool:
    wide = min(one.x1, other.x1) - max(one.x0, other.x0)
    high = min(one.y1, other.y1) - max(one.y0, other.y0)
    return bool(wide > tolerance and high > tolerance)
