r"""The weights as the sum over the mistakes, written out in the symbols of a lecture.

(w, w_0) = \sum_i \alpha_i y_i (x_i, 1) = -(0, 0, 1) - 3(0, 1, 1) + … = (2, 1, -2).
"""

from __future__ import annotations

from collections.abc import Sequence

from perceptron_gui.base.number_text import added, product_latex
from perceptron_gui.core.paths.kernel_path import KernelPath
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.runs.tally import MistakeTally

from .kernel_visit import kernel_sum
from .notation import Notation, count_symbol, point_symbol
from .rounded import hoisted, number, vector
from .visit import VisitContext

_MOST_TERMS = 6  # of a sum that is written out; the others are dots
_MOST_NUMBERS = 24  # in the vectors of all terms together
_MOST_LETTERS = 80  # of all terms together, so that a line holds them


def tally_latex(run: Run, visit: int, tally: MistakeTally, notation: Notation) -> str:
    """Write the weights after a visit as the sum over all mistakes so far."""
    if isinstance(run.path, KernelPath):
        return hoisted(kernel_sum(run, tally, notation))
    context = VisitContext(run, visit, notation)
    start, total = context.numbers(run.start), context.after
    terms = _terms(context, tally)
    factor = "" if tally.factor == 1 else number(context.numbers([tally.factor])[0])
    if factor and len(tally.mistaken) > 1:
        terms = rf"{factor}\,[{terms}]"
    elif factor:
        terms = rf"{factor}\cdot({terms})"
    if any(start) and tally.mistaken:
        sign, rest = ("-", terms[1:]) if terms.startswith("-") else ("+", terms)
        terms = f"{vector(context.in_order(start))} {sign} {rest}"
    sides = [_names(run, notation), _symbols(run, tally, notation)]
    if tally.mistaken:
        sides.append(terms)
    return hoisted(" = ".join([*sides, vector(context.in_order(total))]))


def _terms(context: VisitContext, tally: MistakeTally) -> str:
    """Write -(0, 0, 1) + 4(1, 1, 1); of many points the first ones, and dots."""
    mistaken, switched = tally.mistaken, context.notation.sign_switched
    each = max(1, len(context.after))
    most = max(2, min(_MOST_TERMS, _MOST_NUMBERS // each))
    parts: list[tuple[bool, str]] = []
    for i in mistaken[:most]:
        times = int(tally.counts[i])
        values: Sequence[object] = context.signed(i) if switched else context.features(i)
        negative = not switched and context.label(i) < 0
        text = vector(context.in_order(values))  # type: ignore[arg-type]
        letters = sum(len(part) for _, part in parts) + len(text)
        if len(parts) > 1 and letters > _MOST_LETTERS:
            break
        parts.append((negative, text if times == 1 else f"{times}{text}"))
    return added("", *parts) + (r" + \dots" if len(mistaken) > len(parts) else "")


def _names(run: Run, notation: Notation) -> str:
    """Write (w, w_0), or w alone where the offset is part of it or there is none."""
    if notation.offset and run.rule.offset:
        return f"({notation.bare_weights}, {notation.offset})"
    return notation.bare_weights


def _symbols(run: Run, tally: MistakeTally, notation: Notation) -> str:
    r"""Write \eta \sum_i \alpha_i y_i (x_i, 1)."""
    point = point_symbol(notation, notation.point)
    if notation.offset and run.rule.offset:
        point = rf"({point}, {'1' if run.rule.bias_scale == 1 else 'B'})"
    label = "" if notation.sign_switched else point_symbol(notation, notation.label)
    summed = rf"\sum {product_latex(count_symbol(notation), label, point)}"
    if tally.factor != 1:
        step = r"2\mu" if notation.step == r"\mu" else notation.step
        summed = f"{step} {summed}" if tally.factor == run.rule.eta else f"c {summed}"
    return rf"\text{{start}} + {summed}" if any(run.start) else summed
