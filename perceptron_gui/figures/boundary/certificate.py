"""The certificate on the boundary: both hulls, and the point in which they meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from perceptron_gui.figures.certificate.ground import can_be_seen, ground_of
from perceptron_gui.figures.certificate.marks import Drawing
from perceptron_gui.figures.model.emphasis import Meanings
from perceptron_gui.figures.model.marks import Mark
from perceptron_gui.figures.plane.hull import hull
from perceptron_gui.figures.plane.stage import Stage
from perceptron_gui.theory.convergence.statement import COMMON, HULLS, NEAREST

MEANINGS: Meanings = {
    HULLS: ("hull +1", "hull -1"),
    COMMON: ("common",),
    NEAREST: ("between", "nearest"),
}

# What the keys of its marks begin with; some have numbers.
_KEYS = ("hull", "way", "witnesses", "common", "between", "nearest")


def is_of_certificate(mark: Mark) -> bool:
    """Tell whether a mark of the boundary belongs to its certificate."""
    return mark.key.split(" ")[0] in _KEYS


def hulls(stage: Stage) -> Iterator[Mark]:
    """Yield the hulls of both classes."""
    if _is_on_plane(stage) and (stage.options.certificate or stage.options.highlights(HULLS)):
        yield from _named(stage, _drawing(stage).hulls())


def ways(stage: Stage) -> Iterator[Mark]:
    """Yield the ways from the points that count to the point that they have for their mean."""
    if _is_on_plane(stage) and stage.options.certificate:
        yield from _drawing(stage).ways()


def witnesses(stage: Stage) -> Iterator[Mark]:
    """Yield rings around the points that count."""
    if stage.options.certificate and can_be_seen(stage.run):
        yield from _drawing(stage).rings()


def common_point(stage: Stage) -> Iterator[Mark]:
    """Yield the point that both hulls share, or else those nearest to each other."""
    separable = stage.run.verdict.separable
    highlight = stage.options.highlights(NEAREST if separable else COMMON)
    if _is_on_plane(stage) and (stage.options.certificate or highlight):
        yield from _named(stage, _drawing(stage).ends())


def notes_on_certificate(stage: Stage) -> Iterator[str]:
    """Say what the certificate proves, and why something of it is missing here."""
    run = stage.run
    if not stage.options.certificate:
        return
    if not can_be_seen(run):
        yield "The lifted points lie too far away for their hulls to be drawn."
        return
    yield ground_of(run).notes[0]
    if run.rule.lift != "none":
        yield "The hulls lie in the lifted space, which the view certificate shows."
    elif not run.rule.offset:
        yield "Without an offset the hull is that of $yx$, which the view certificate shows."
    elif not stage.sight.shows_all_coordinates:
        yield "The hulls are seen as shadows, which may meet here although they do not."


def _is_on_plane(stage: Stage) -> bool:
    """Tell whether the hulls are hulls of the points as the plane shows them."""
    return stage.run.rule.offset and stage.run.rule.lift == "none"


def _drawing(stage: Stage) -> Drawing:
    """Return the certificate as it is seen in the plane of the boundary."""
    run, sight = stage.run, stage.sight
    labels = run.dataset.labels
    parts = {int(y): hull(sight.points[labels == y]) for y in np.unique(labels)}
    ground = replace(ground_of(run), sight=sight, at=sight.points, hulls=parts)
    return Drawing(run, stage.scene.visit, ground, stage.box, stage.options)


def _named(stage: Stage, marks: Iterable[Mark]) -> Iterator[Mark]:
    """Yield marks without their labels where they are lit for a moment: the legend stays."""
    for mark in marks:
        yield mark if stage.options.certificate else replace(mark, label="")
