"""Fragments that draw, filled in for a figure: its labels, places and conditions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from perceptron_gui.core.paths.path import PointPath
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.runs.measures import own_kind, penalty
from perceptron_gui.export.layout.page import Page
from perceptron_gui.figures.model import symbols as lecture
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Dots, Mark, RuleLine, Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import ViewOptions
from perceptron_gui.figures.pictures.neuron import read_neuron
from perceptron_gui.figures.plane.projection import feature_symbols
from perceptron_gui.lectures.visit import VisitContext

from .setup import Setup
from .text import edges, fragment, literal, number, plain_number, quoted_label, styled
from .training import answer_function, error_test, flags_of, in_whole_numbers

_LABEL = re.compile(r'LABEL\("([^"]+)"\)')
_NUMBER = re.compile(r"[ +-]\d+(?=$|-)")
_VALUE = re.compile(r'VALUE\("([^"]+)"\)')
_OWN_LOSS = {
    "perceptron": "np.maximum(0, -y * scores).sum(axis=1)",
    "hinge": "np.maximum(0, 1 - y * scores).sum(axis=1)",
    "logistic": "np.logaddexp(0, -y * scores).sum(axis=1)",
    "squared": "((scores - y) ** 2).sum(axis=1)",
}
_PREDICTED = {"minus": "1 if s > 0 else -1", "plus": "1 if s >= 0 else -1"}


class FragmentFiller:
    """Fills fragments for a figure, or for several of one kind; their marks say what to draw."""

    def __init__(self, setup: Setup, figures: list[Figure], page: Page, against: str) -> None:
        self._setup = setup
        self._page = page
        self._figure = figures[0]
        self._against = against
        self._marks: dict[str, Mark] = {m.key: m for figure in figures for m in figure.marks}
        self._flags = flags_of(setup) | self._conditions()
        if "visited" not in self._marks:
            self._flags -= {"one point"}
        self._blanks = dict(self._contents())

    def function(self, name: str) -> str:
        """Return a function of the fragments, filled in."""
        text = fragment(name, flags=self._flags, **self._blanks)
        text = _LABEL.sub(lambda found: self._label(found[1]), styled(text, self._page))
        return _VALUE.sub(lambda found: self._value(found[1]), text)

    def training_function(self, name: str) -> str:
        """Return a function that also looks into the training, in whose units it computes."""
        return in_whole_numbers(self.function(name), self._setup)

    def _label(self, key: str) -> str:
        mark = self._marks.get(key)
        text = mark.text if isinstance(mark, Text) else getattr(mark, "label", "")
        return quoted_label(text, self._page)

    def _value(self, key: str) -> str:
        mark = self._marks[key]
        assert isinstance(mark, RuleLine)
        return plain_number(mark.at)

    def _conditions(self) -> set[str]:
        run, keys, flat = self._setup.run, set(self._marks), self._setup.run.dataset.dimension <= 2
        kind = "one coordinate" if run.dataset.dimension == 1 else "plane"
        checked = {
            "sides": keys & {"positive side", "negative side"},
            "bounded": keys & {"upper", "lower"},
            "before": "visited" in keys or (flat and "ghost" in keys),
            "every update": self._marks_every_update(),
            "straight": run.rule.lift == "none",
            "log": self._figure.x.log,
            "penalty": penalty(run),
            "grain": self._grain is not None,
        }
        holding = {name for name, holds in checked.items() if holds}
        named = {_NUMBER.sub("", key) for key in keys} | {RULES[run.rule.rule].answer.lower()}
        return holding | named | {kind, run.rule.tie, f"by {self._against}"}

    def _marks_every_update(self) -> bool:
        run = self._setup.run
        found = [m for m in self._marks.values() if isinstance(m, Dots) and m.role is Role.MISTAKE]
        made = run.updates_at(self._setup.cursor)
        return isinstance(run.path, PointPath) and any(len(mark.x) == made for mark in found)

    @property
    def _grain(self) -> Fraction | None:
        """What every score is a multiple of, unless floats hold them all anyway."""
        arithmetic = self._setup.run.path.arithmetic
        if arithmetic.unit is None or arithmetic.point_unit is None:
            return None
        grain = arithmetic.unit * arithmetic.point_unit
        return grain if grain.denominator > 1 else None

    def _contents(self) -> Iterator[tuple[str, str]]:
        setup, run = self._setup, self._setup.run
        epoch = run.path.visiting.epoch_length
        yield "epoch", str(epoch)
        yield "end", f"AT / {epoch}" if self._against == "epochs" else "AT"
        yield "draw", "draw_curve" if self._against == "updates" else "draw_steps"
        yield "is_error", error_test(setup)
        yield "answer", answer_function(setup)
        yield "own", _OWN_LOSS[own_kind(run)]
        yield "penalty", plain_number(penalty(run))
        yield "bad", '"not enough"' if run.mistakes[0] else '"mistake"'
        yield "unit", " * float(WEIGHT_UNIT)" if setup.is_scaled else ""
        yield "seen", self._seen()
        yield "offset", self._offset()
        yield "score", self._score()
        yield "normal", self._normal()
        yield "predict", _PREDICTED.get(run.rule.tie, "(s > 0) - (s < 0)")
        answer = RULES[run.rule.rule].answer.lower()
        yield "line_name", literal(f"decision line ({answer})" if answer else "decision line")
        yield "on_line", {"minus": "-1", "plus": "1"}.get(run.rule.tie, "0")
        yield "margin", " + 2 * ETA * LIMIT" if run.mistakes[0] else ""
        yield "grain", number(self._grain or Fraction(1))
        if (right := self._figure.right) is not None and right.range is not None:
            label = quoted_label(right.title, self._page)
            yield "right", f"ylim={edges(right.range)}, ylabel={label}"

    def _seen(self) -> str:
        """Return the points that the last visit looked at, or the mistakes that it added up."""
        if self._setup.run.path.visiting.block == 1:
            return "[i] if visit else []"
        block = "range(len(X))" if self._setup.run.rule.rule == "batch" else "block_of(visit)"
        return f"[j for j in {block} if visit and is_mistake(Y[j], dot(before, X[j]))]"

    def _score(self) -> str:
        """Return the score of weights w at places x and y."""
        run = self._setup.run
        places = ("x", "y")[: run.dataset.dimension]
        if run.rule.lift != "none":
            point = f"augmented([{', '.join(places)}])"
            return f"sum(float(a) * b for a, b in zip(w, {point}))"
        is_scaled = run.rule.scale != "none"
        size = " / SIZES[{}]" if is_scaled else ""
        terms = [f"float(w[{j}]{size.format(j)}) * {place}" for j, place in enumerate(places)]
        has_offset = run.rule.offset or is_scaled
        return " + ".join([*terms, *([f"float({self._offset()})"] if has_offset else [])])

    def _offset(self) -> str:
        rule = self._setup.run.rule
        offset = "0" if not rule.offset else "w[-1]" if rule.bias_scale == 1 else "w[-1] * BIAS"
        if rule.scale == "none":
            return offset
        moved = "sum(v * a / s for v, a, s in zip(w, SHIFTS, SIZES))"
        return f"-{moved}" if offset == "0" else f"{offset} - {moved}"

    def _normal(self) -> str:
        """Return the weights of the coordinates as they were typed."""
        if self._setup.run.rule.scale == "none":
            return "w[: points.shape[1]]"
        return "[v / s for v, s in zip(w, SIZES)]"


# More inputs than this would overlap.
_MOST_INPUTS = 8
_ON_LINE = {"minus": "-1", "plus": "+1"}


def neuron_functions(setup: Setup, options: ViewOptions, page: Page) -> Iterator[str]:
    """Yield what draws the neuron."""
    activation = getattr(options, "activation", "threshold")
    reading = read_neuron(VisitContext(setup.run, setup.shown_visit, options.symbols), activation)
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
    yield fragment("shown")
    on_line = _ON_LINE.get(setup.run.rule.tie, "0, nothing is predicted there")
    yield fragment(f"activate_{activation}", "activate", on_line=on_line)
    drawn = fragment("draw_neuron", flags=flags, **blanks)
    yield in_whole_numbers(styled(drawn, page), setup)


def neuron_constants(setup: Setup, options: ViewOptions, page: Page) -> list[str]:
    """Return the inputs: the number of each weight, the symbol of its input, and its own."""
    rule, notation = setup.run.rule, options.symbols
    symbols = feature_symbols(setup.run)
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
