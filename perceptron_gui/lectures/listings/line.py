"""A line of a listing, and the symbols that its formulas are made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import Notation, number

# The number of the weights, and of a point, in symbols.
_NOW = {"002": "k-1", "003": "k", "004": "j"}
_AFTER = {"002": "k", "003": "k+1", "004": "j+1"}
_POINT = {"001": "i", "002": "k", "003": "n", "004": "i"}


@dataclass(frozen=True)
class ListingLine:
    """One line: words with mathematics between dollar signs, and what of a visit executes it."""

    text: str
    part: str = (
        ""  # start, point, test, update, keep (where nothing is updated), next, fill, return
    )
    indent: int = 0
    kinds: tuple[str, ...] = ()  # the steps of an explanation whose numbers stand beside it
    label: int = 0  # of the points for which it is executed, where it is not for all
    step: str = ""  # its number, where the lecture numbers its steps
    rows: int = 1  # of numbers
    is_short: bool = False  # its numbers are few: they have room beside its words


class ListingSymbols:
    """What lines of a listing are made of: weights, points and scores without their numbers."""

    def __init__(self, run: Run, notation: Notation) -> None:
        rule, name = run.rule, notation.name
        self.run, self.rule, self.notation = run, rule, notation
        self.now = notation.weights.replace("#", _NOW.get(name, ""))
        self.after = notation.weights.replace("#", _AFTER.get(name, ""))
        self.first = notation.weights.replace("#", str(notation.first))
        self.x = notation.point.replace("#", _POINT.get(name, ""))
        self.y = notation.label.replace("#", _POINT.get(name, ""))
        self.offset = notation.offset if rule.offset else ""  # where it is apart
        self.is_scaled = rule.offset and rule.bias_scale != 1
        self.product = notation.product(self.now, self.x, rule.offset, self.is_scaled)
        shows_step = notation.always_shows_step or rule.eta != 1
        mistake_step = notation.eta if shows_step or notation.step != r"\eta" else ""
        self.mistake_step = mistake_step
        # The weights once a visit is over: 004 numbers them anew, others only after an update.
        self.current = self.joined(self.after if name == "004" else self.now)

    def joined(self, weights: str) -> str:
        """Return all weights: with an offset of its own as (w, w_0)."""
        return f"({weights}, {self.offset})" if self.offset else weights

    @property
    def point(self) -> str:
        """The point with its constant: (x, 1), x_i."""
        return f"({self.x}, {'B' if self.is_scaled else '1'})" if self.offset else self.x

    @property
    def is_switched(self) -> bool:
        """Whether the data have their signs switched, so that s is y·s."""
        return self.notation.sign_switched and self.run.path.mistake_driven

    @property
    def agreement(self) -> str:
        """y·s in symbols."""
        return self.notation.agreement_of(self.y, self.product)

    @property
    def test(self) -> str:
        """What makes a point a mistake, as the lecture tests it and the tie rule decides it."""
        rule, notation, bound = self.rule, self.notation, self.run.mistakes[0]
        if bound > 0:
            return rf"{self.agreement} \le {number(bound)}"
        if rule.tie == "never":
            return f"{self.agreement} < 0"
        if notation.sign_switched:
            return f"{self.agreement} {_SWITCHED_TIES.get(rule.tie, _AT_MOST_0)}"
        if notation.prediction == "h":
            weights = ", ".join(filter(None, (self.now, self.offset)))
            return rf"{self.y} \ne h({self.x}; {weights})"
        sign = rf"\text{{{notation.sign}}}({self.product})"
        return rf"{self.y} \ne {sign}"

    @property
    def start(self) -> str:
        """How the weights begin."""
        names = [self.first, *filter(None, [self.offset])]
        if self.rule.init == "zeros":
            return f"${', '.join(f'{name} = 0' for name in names)}$"
        return f"choose ${', '.join(names)}$"

    @property
    def is_numbered(self) -> bool:
        """Whether the weights are numbered by their updates."""
        return self.notation.counts == "updates"


_AT_MOST_0 = r"\le 0"
_SWITCHED_TIES = {
    "minus": r"\le 0\text{ (class 2: }< 0)",
    "plus": r"< 0\text{ (class 2: }\le 0)",
}


def heads(symbols: ListingSymbols, what: str = "") -> Iterator[ListingLine]:
    """Yield the loops over epochs and points; `what` is taken instead of a point."""
    name, visiting = symbols.notation.name, symbols.run.path.visiting
    pair = symbols.x if symbols.notation.sign_switched else f"{symbols.x}, {symbols.y}"
    taken = f"take the next ${pair}$"
    outer, inner = {
        "000": (r"for each epoch $1, \dots, T$", r"for $j = 1, \dots, N$: take $x, y$"),
        "001": (r"repeat $T$ times", r"for $i = 1, 2, \dots, n$"),
        "004": (r"for $j = 0, 1, 2, \dots$", taken),
    }.get(name, ("repeat", taken))
    if visiting.chooses_mistakes:
        outer, inner = "while a point is misclassified", f"take such a point ${pair}$"
    yield ListingLine(outer)
    yield ListingLine(what or inner, "point", 1)


def starts(symbols: ListingSymbols, *more: str) -> ListingLine:
    numbered = ["$k = 1$"] if symbols.is_numbered else []
    return ListingLine(", ".join([symbols.start, *numbered, *more]), "start")


def counted(symbols: ListingSymbols, indent: int = 2) -> Iterator[ListingLine]:
    """Yield k = k + 1 where the weights are numbered by updates."""
    if symbols.is_numbered:
        yield ListingLine("$k = k + 1$", "update", indent, ("k",), is_short=True)


def score_line(symbols: ListingSymbols) -> ListingLine:
    """Return the line that computes s."""
    product = symbols.product
    if symbols.notation.score:
        constant = "x_0" if symbols.is_scaled else ""
        product = r"\sum w_ix_i" + (f" + w_0{constant}" if symbols.offset else "")
    return ListingLine(f"$s = {product}$", "test", 2, ("score",))
