"""The algorithms that add a mistaken point: the perceptron, and what answers besides it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from perceptron_gui.base.number_text import product_latex
from perceptron_gui.core.paths.results import Pocket
from perceptron_gui.lectures.answer import beside
from perceptron_gui.lectures.notation import number
from perceptron_gui.lectures.point_visit import FEW
from perceptron_gui.lectures.tally import sum_symbols

from .line import ListingLine, ListingSymbols, counted, heads, score_line, starts


def by_points(symbols: ListingSymbols) -> Iterator[ListingLine]:
    """Yield the perceptron, and what the average, the vote and the pocket do besides."""
    answer = _answer_of(symbols)
    yield starts(symbols, *filter(None, [answer.start]))
    yield from heads(symbols)
    is_written_twice = symbols.notation.score and symbols.rule.rule == "pla"
    if symbols.notation.score:
        yield score_line(symbols)
    if is_written_twice and symbols.run.mistakes[0] == 0:
        for label in (1, -1):
            yield from _one_class(symbols, label)
    else:
        kinds = ("comparison",) if symbols.notation.score else ("score", "comparison")
        is_short = len(kinds) == 1
        test = f"if ${symbols.test}$"
        yield ListingLine(test, "test", 2, kinds, rows=len(kinds), is_short=is_short)
        yield from _updates(symbols, 3, symbols.mistake_step)
        yield from counted(symbols, 3)
        yield from answer.at_updates
        if symbols.notation.counts == "visits":
            yield ListingLine(f"else ${symbols.after} = {symbols.now}$", "keep", 2, ("update",))
            for line in answer.else_lines:
                yield replace(line, text=line.text.removeprefix("else "), indent=3)
        else:
            yield from answer.else_lines
    yield from answer.at_visits
    yield ListingLine(f"return {answer.returned}", "return")


def _one_class(symbols: ListingSymbols, label: int) -> Iterator[ListingLine]:
    """Yield 000's test and update of one class, a line for the offset."""
    tie, is_up = symbols.rule.tie, label > 0
    is_wrong_at_0 = tie == "always" or tie == ("minus" if is_up else "plus")
    side = (r"\le" if is_wrong_at_0 else "<") if is_up else (r"\ge" if is_wrong_at_0 else ">")
    test = f"if $y = {label:+d}$ and $s {side} 0$"
    yield ListingLine(test, "test", 2, ("comparison",), label, is_short=True)
    yield from _updates(symbols, 3, r"\eta", label)


def _updates(
    symbols: ListingSymbols, indent: int, step: str, label: int = 0
) -> Iterator[ListingLine]:
    """Yield the lines that add y·x to the weights; with a label its sign is written out."""
    notation, sign = symbols.notation, "-" if label < 0 else "+"
    y = "" if label or notation.sign_switched else symbols.y
    count = symbols.run.space.dimension - bool(symbols.offset)
    is_listed = notation.score and count <= FEW

    def line(weights: str, after: str, change: str) -> ListingLine:
        text = f"${after} {notation.assign} {weights} {sign} {change}$"
        is_short = is_listed or weights == symbols.offset
        return ListingLine(text, "update", indent, ("update",), label, is_short=is_short)

    if notation.by_update:
        alpha = rf"\mu({symbols.y} - \hat{{y}}(k))"
        yield ListingLine(rf"$\alpha(k) = {alpha}$", "update", indent, ("update",))
        yield line(symbols.now, symbols.after, product_latex(r"\alpha(k)", symbols.x))
        return
    index = "_i" if is_listed else ""
    change = product_latex(step, y, symbols.x)
    weights = line(symbols.now + index, symbols.after + index, change + index)
    yield replace(weights, rows=count if is_listed else 1)
    if symbols.offset:
        constant = ("x_0" if notation.score else "B") if symbols.is_scaled else ""
        change = product_latex(step, y, constant) or "1"
        yield line(symbols.offset, symbols.offset, change)


def six_steps(symbols: ListingSymbols) -> Iterator[ListingLine]:
    """Yield the algorithm of 002, whose steps have numbers."""
    test = symbols.test
    if r"\ne" in test:  # else it is another one than that of the lecture
        test = rf"\hat{{y}}(k) = \text{{sgn}}({symbols.product}) \ne y(k)"
    kinds = ("score", "comparison")
    yield ListingLine(rf"choose $\mu > 0$; {symbols.start}", "start", step="1.")
    yield ListingLine("$k = 1$", "start", step="2.")
    yield ListingLine("find $x(k)$ with", "point", step="3.")
    yield ListingLine(f"${test}$", "test", 1, kinds, rows=2)
    yield ListingLine("if there is none, go to 6", step="4.")
    yield ListingLine("else correct the weights:", step="5.")
    yield from _updates(symbols, 1, "")
    yield ListingLine("$k = k + 1$, back to 3", "update", 1, ("k",), is_short=True)
    yield ListingLine(f"return ${symbols.now}$", "return", step="6.")


@dataclass(frozen=True)
class _Answer:
    """What a rule does besides the perceptron, for what it returns."""

    returned: str
    start: str = ""
    at_updates: tuple[ListingLine, ...] = ()
    else_lines: tuple[ListingLine, ...] = ()
    at_visits: tuple[ListingLine, ...] = ()


def _answer_of(symbols: ListingSymbols) -> _Answer:
    rule, current = symbols.rule, symbols.current
    returned = symbols.after if symbols.notation.name == "004" else symbols.now
    names = ", ".join(filter(None, (returned, symbols.offset)))
    if rule.rule == "averaged":
        total, at = beside(symbols.notation, "sum"), symbols.notation.assign
        line = ListingLine(f"${total} {at} {total} + {current}$", "next", 2, ("sum",))
        returned = f"${total}/({symbols.notation.epochs_length})$"
        return _Answer(returned, f"${total} = 0$", at_visits=(line,))
    if rule.rule == "voted":
        index = {"002": "k-1"}.get(symbols.notation.name, "k")
        c = f"c_{{{index}}}"
        first = str(symbols.notation.first if symbols.is_numbered else 0)
        counter = "" if symbols.is_numbered else "$k = k + 1$, "
        start = f"$c_{first} = 0$" if symbols.is_numbered else "$k = 0$, $c_0 = 0$"
        new = ListingLine(f"{counter}${c} = 1$", "update", 3, ("votes",), is_short=True)
        old = ListingLine(f"else ${c} = {c} + 1$", "keep", 2, ("votes",), is_short=True)
        vote = r"\text{sign}(\sum c_k\,\text{sign}(s_k))"
        return _Answer(f"the vote ${vote}$", start, (new,), (old,))
    if rule.rule == "pocket":
        return _pocket(symbols)
    return _Answer(f"${names}$")


def _pocket(symbols: ListingSymbols) -> _Answer:
    """Return how the pocket is filled: by errors E, by correct visits in a row r, or by both."""
    kept, bare = beside(symbols.notation, "p"), symbols.notation.bare_weights
    fewer, longer = f"$E({bare}) < E({kept})$", r"$r > r_{\text{p}}$"
    tests = {"errors": [fewer], "gallant": [longer], "ratchet": [longer, fewer]}
    assert isinstance(symbols.run.result, Pocket)
    mode = symbols.run.result.mode
    runs = mode != "errors"
    kinds = ("run", "errors") if mode == "ratchet" else ("run",) if runs else ("errors",)
    filled = f"${kept} = {symbols.current}$"
    filled += r", $r_{\text{p}} = r$" if runs else ""
    at_visits = (
        ListingLine(f"if {' and '.join(tests[mode])}", "next", 2, kinds, rows=len(kinds)),
        ListingLine(filled, "fill", 3, ("pocket",)),
    )
    start = f"${kept} = {symbols.joined(symbols.first)}$"
    if not runs:
        return _Answer(f"${kept}$", start, at_visits=at_visits)
    begins = ListingLine("$r = 0$", "update", 3, ())
    goes_on = ListingLine("else $r = r + 1$", "keep", 2, ())
    return _Answer(f"${kept}$", start, (begins,), (goes_on,), at_visits)


def kernel_lines(symbols: ListingSymbols) -> Iterator[ListingLine]:
    notation, count = symbols.notation, symbols.notation.count
    bound = symbols.run.mistakes[0]
    label = notation.of_point(notation.label.replace("{#}", "#"))
    eta = r"\eta " if symbols.rule.eta != 1 else ""
    agreement = rf"{label}\,s"
    test = rf"{agreement} \le {number(bound)}"
    if bound == 0 and symbols.rule.tie == "never":
        test = f"{agreement} < 0"
    elif bound == 0 and symbols.rule.tie != "always":
        test = rf"{label} \ne \text{{{notation.sign}}}(s)"
    yield ListingLine(f"${count} = 0$ for every point", "start")
    first, second = heads(symbols)
    yield first
    point = notation.of_point("x" if notation.sign_switched else notation.point)
    chooses = symbols.run.path.visiting.chooses_mistakes
    what = "such a point" if chooses else "the next"
    yield replace(second, text=f"take {what} $x = {point}$")
    yield ListingLine(f"$s = {eta}{sum_symbols(notation, 'j')}$", "test", 2, ("score",))
    yield ListingLine(f"if ${test}$", "test", 2, ("comparison",))
    yield ListingLine(rf"${count} \leftarrow {count} + 1$", "update", 3, ("update",), is_short=True)
    yield ListingLine(f"return $s(x) = {eta}{sum_symbols(notation)}$", "return")
