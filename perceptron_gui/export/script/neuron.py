"""The neuron of a program: its inputs by the names of a lecture, and its activation."""

from __future__ import annotations

from collections.abc import Iterator

from perceptron_gui.core.space.space import lift_pairs
from perceptron_gui.export.layout.page import Page
from perceptron_gui.figures.model import symbols as lecture
from perceptron_gui.figures.model.view import ViewOptions
from perceptron_gui.figures.pictures.neuron_labels import read
from perceptron_gui.lectures.visit import VisitContext

from .look import styled
from .setup import Setup
from .text import fragment, literal, quoted_label
from .training import flags_of, in_whole_numbers

# More inputs than this would overlap.
_MOST_INPUTS = 8
_ON_LINE = {"minus": "-1", "plus": "+1"}


def neuron_functions(setup: Setup, options: ViewOptions, page: Page) -> Iterator[str]:
    """Yield what draws the neuron."""
    activation = getattr(options, "activation", "threshold")
    reading = read(VisitContext(setup.run, setup.shown_visit, options.symbols), activation)
    blanks = {
        "activation": literal(activation),
        "raw": "s / (COORDINATE_UNIT * WEIGHT_UNIT)" if setup.is_scaled else "s",
        "bad": '"not enough"' if setup.run.mistakes[0] else '"mistake"',
        "score": _quoted(reading.score_name, page),
        "output": _quoted(reading.output_name, page),
        "truth": _quoted(reading.truth_name, page),
    }
    flags = flags_of(setup)
    if activation == "threshold" and setup.run.rule.tie not in _ON_LINE:
        flags.add("open")
    yield fragment("others", "shown")
    on_line = _ON_LINE.get(setup.run.rule.tie, "0, nothing is predicted there")
    yield fragment("others", f"activate_{activation}", "activate", on_line=on_line)
    drawn = fragment("others", "draw_neuron", flags=flags, **blanks)
    yield in_whole_numbers(styled(drawn, page), setup)


def neuron_constants(setup: Setup, options: ViewOptions, page: Page) -> list[str]:
    """Return the inputs: the number of each weight, the symbol of its input, and its own."""
    rule, d, notation = setup.run.rule, setup.run.dataset.dimension, options.symbols
    symbols = [lecture.coordinate(j) for j in range(d)]
    for i, j in lift_pairs(rule.lift, d):
        symbols.append(f"{symbols[i]}^2" if i == j else symbols[i] + symbols[j])
    rows = [(j, symbol, lecture.weight(notation, j)) for j, symbol in enumerate(symbols)]
    rows = rows[:_MOST_INPUTS]
    if rule.offset:
        constant = (len(symbols), "x_0", lecture.offset(notation))
        rows = [constant, *rows] if notation.constant_first else [*rows, constant]
    return [
        "# The number of a weight, the symbol of its input, and its own.",
        "INPUTS = [",
        *(f"    ({j}, {_quoted(x, page)}, {_quoted(w, page)})," for j, x, w in rows),
        "]",
    ]


def _quoted(formula: str, page: Page) -> str:
    return quoted_label(f"${formula}$" if formula else "", page)
