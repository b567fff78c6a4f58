"""The table of rules, and the two kinds of options that only rules have: orders and starts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from perceptron_gui.base.errors import UNUSABLE, Problem
from perceptron_gui.base.exact import exact_number
from perceptron_gui.base.limits import MOST_COLUMNS
from perceptron_gui.base.params import (
    NO_POINT_0,
    OUT_OF_REACH,
    Choice,
    Count,
    Kind,
    Number,
    Param,
    in_reach,
)

_NO_LIST = Problem("{flag} {given}: must be a word or a list", "{flag} must be a word or a list")
_NO_START = Problem(
    "{flag} {quoted}: must be zeros, random, or numbers like 0.2,0,-0.1",
    "{flag} must be zeros, random, or numbers like 0.2, 0, -0.1",
)
_TOO_LONG = Problem(
    "{flag}: a list of {count} numbers; at most {most} are handled",
    "{flag} is a list of {count} numbers; at most {most} are handled",
)
MOST_VISITS = 1_000_000
"""Points in a list of one's own that is repeated."""


@dataclass(frozen=True)
class RuleInfo:
    """The texts of a rule, and the options it uses besides those that all rules use."""

    title: str
    short: str  # in legends
    meaning: str
    uses: tuple[str, ...]
    why_no_bound: str = "The convergence theorem has not been proved for this rule."
    answer: str = ""  # what it returns, where that is not the last weights


RULES: dict[str, RuleInfo] = {
    "pla": RuleInfo(
        "Perceptron", "Perceptron", "a mistake adds η·y·x to the weights (Rosenblatt)",
        ("order", "eta", "margin"), why_no_bound="",
    ),
    "averaged": RuleInfo(
        "Averaged perceptron", "Averaged",
        "the perceptron, answering with the mean of its weights over every visit",
        ("order", "eta", "margin"), why_no_bound="", answer="Average",
    ),
    "voted": RuleInfo(
        "Voted perceptron", "Voted",
        "the perceptron, answering by a vote of all its weights (Freund and Schapire)",
        ("order", "eta", "margin"), why_no_bound="", answer="Vote",
    ),
    "pocket": RuleInfo(
        "Pocket", "Pocket", "the perceptron, keeping the best weights it met (Gallant)",
        ("order", "eta", "margin", "pocket"), why_no_bound="", answer="Pocket",
    ),
    "kernel": RuleInfo(
        "Kernel perceptron", "Kernel",
        "the perceptron as a tally of mistakes, with k(x, z) in place of ⟨x, z⟩",
        ("order", "eta", "margin", "kernel", "degree", "width"), why_no_bound="",
    ),
    "batch": RuleInfo(
        "Batch perceptron", "Batch", "one step adds up all mistakes of the data", ("eta",),
        "A batch step adds up to n points at once, so ‖w‖² can grow by n²R² a step; "
        "from a start at 0 it needs at most n·R²/γ² steps.",
    ),
    "sgd": RuleInfo(
        "Stochastic gradient descent", "SGD", "steps against the gradient of a loss",
        ("order", "eta", "schedule", "loss", "batch_size", "l2"),
        why_no_bound="",  # depends on its options: see `bounds`
    ),
    "least-squares": RuleInfo(
        "Least squares", "Least squares", "fits the targets themselves: −1 and +1, or real ones",
        ("order", "eta", "l2", "l1", "solver"),
        "Least squares uses every point, so there are no mistakes to count.",
    ),
}  # fmt: skip


class Order(Choice):
    """An order by name, or a list of points."""

    stored = ("a text in quotes or a list of points", (str, list), (int,))
    own, listed = "own list", "these points, repeated; the first is 1"
    hint = "such as 3, 1, 2"
    entries = Count()

    def read(self, param: Param, value: Any) -> Any:
        """Return the name of an order, or the points in a tuple."""
        if isinstance(value, str) and "," not in value and not value.strip().isdigit():
            return super().read(param, value)
        entries = _entries(param, value, MOST_VISITS)
        listed = tuple(self.entries.read(param, entry) for entry in entries)
        if not listed:
            raise param.error(UNUSABLE, why="the list of points is empty")
        return listed

    def on_screen(self, value: Any) -> Any:
        """Return a list of points as they are numbered on screen; other orders as they are."""
        return value if isinstance(value, str) else tuple([point + 1 for point in value])

    def off_screen(self, param: Param, value: Any) -> Any:
        """Return the order that is numbered so on screen, where there is no point 0."""
        if isinstance(value, str):
            return value
        if 0 in value:
            raise param.error(NO_POINT_0)
        return tuple([number - 1 for number in value])


class Init(Kind):
    """Initial weights by name, or in a list with that of the constant last."""

    stored = ("a text in quotes or a list of numbers", (str, list), (int, float, str))
    own, listed = "own weights", "these weights"
    holds = "numbers"

    def __init__(self, choices: dict[str, str]) -> None:
        self.choices = choices

    def read(self, param: Param, value: Any) -> Any:
        """Return the name of a start, or the weights in a tuple."""
        if isinstance(value, str) and value in self.choices:
            return value
        entries = _entries(param, value, MOST_COLUMNS + 1)
        try:
            numbers = tuple(map(exact_number, entries))
        except (ValueError, ZeroDivisionError, TypeError, OverflowError) as error:
            raise param.error(_NO_START, value) from error
        if not all(map(in_reach, numbers)):
            raise param.error(OUT_OF_REACH, value, what="numbers")
        return numbers

    def to_json(self, value: Any) -> Any:
        """Return a name, or a list of numbers and fractions."""
        return value if isinstance(value, str) else Number().to_json(value)

    def to_text(self, value: str | tuple[Fraction, ...]) -> str:
        """Return the weights with all their digits."""
        return Number().to_text(value)


def _entries(param: Param, value: Any, most: int) -> list[Any]:
    if isinstance(value, str):
        found = value.split(",")
    elif isinstance(value, Iterable):
        found = list(value)
    else:
        raise param.error(_NO_LIST, value)
    if len(found) > most:
        raise param.error(_TOO_LONG, count=len(found), most=most)
    return found
