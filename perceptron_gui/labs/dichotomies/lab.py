"""The laboratory of dichotomies: how many labellings of the points at hand a line can make."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from perceptron_gui.base.exact import shortest_multiple
from perceptron_gui.base.number_text import json_number
from perceptron_gui.base.text import aligned, vector
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.labs.common.lab import Lab, LabFigure

from .dichotomies import Dichotomies, DichotomiesResult, Labelling
from .figures import NAME, DichotomiesOptions, draw_planes, name_of, summary

_MOST_ROWS = 32  # of a terminal


def words(run: Run, options: DichotomiesOptions, result: DichotomiesResult) -> Iterator[str]:
    """Yield the count, and for a few points every labelling with what proves it."""
    yield "All labellings of the points, whatever their own labels are."
    yield to_plain(summary(result))
    if len(result.labellings) > _MOST_ROWS:
        return
    rows = [_row(each, run) for each in result.labellings]
    yield ""
    yield from aligned([("labels", "separable", "proof"), *rows])


def _row(labelling: Labelling, run: Run) -> tuple[str, str, str]:
    name = to_plain(name_of(labelling, run.dataset))
    if labelling.separator is not None:
        return name, "yes", f"w* ∝ {vector(shortest_multiple(labelling.separator))}"
    parts = [f"{share} of point {i + 1}" for i, share in sorted(labelling.certificate.items())]
    return name, "no", f"0 = the sum of y·x̃, weighted: {', '.join(parts)}"


def report(run: Run, options: DichotomiesOptions, result: DichotomiesResult) -> dict[str, Any]:
    """Return both counts, that of Cover, and every labelling with its proof."""
    return {
        "labellings": len(result.labellings),
        "separable": result.separable,
        "in_general_position": result.in_general_position,
        "dimension": result.dimension,
        "verdicts": [_verdict(each) for each in result.labellings],
    }


def _verdict(labelling: Labelling) -> dict[str, Any]:
    found: dict[str, Any] = {"labels": list(labelling.labels), "separable": labelling.separable}
    if labelling.separator is not None:
        return {**found, **json_number("separator", list(labelling.separator))}
    points = sorted(labelling.certificate)
    shares = [labelling.certificate[i] for i in points]
    return {**found, "certificate": {"points": points, **json_number("shares", shares)}}


LAB = Lab(
    NAME,
    "all labellings of a few points, and which of them a line can make",
    figures=(
        LabFigure(
            NAME,
            "Every labelling of a few points as a small plane, with a line where one separates.",
            DichotomiesOptions,
            lambda result, run, cursor, options: draw_planes(result, options),
        ),
    ),
    experiment=lambda subject, options: Dichotomies(subject.dataset, subject.rule),
    depends_on=(),
    words=words,
    report=report,
    doing="trying every labelling",
)
