"""The scene of a live page: a plane whose points can be moved, and on which the browser trains.

It is what the script reads: data, rule, names, and the session that it saves changes in.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from perceptron_gui.base.exact import exact_text
from perceptron_gui.base.latex import to_plain
from perceptron_gui.core.rules.rule import Rule, starting_weights
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.session import Session, write_session
from perceptron_gui.figures.model.label import class_labels, coordinate_label, readable
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.lectures.notation import Notation

_RULES = {"pla": "perceptron", "averaged": "averaged", "pocket": "pocket", "batch": "batch"}
_MOST_POINTS = 200
_LARGEST_SEED = 2**53  # beyond it JavaScript rounds
_SAME = ("tie", "offset", "seed", "epochs", "max_updates", "pocket")  # in the program and there
_EXACT = ("eta", "margin", "bias_scale")


@dataclass(frozen=True, eq=False)
class LiveScene:
    """A plane that a live page begins with."""

    run: Run
    notation: Notation
    session: Session
    visit: int | None = None  # None: the end
    range: tuple[float, float, float, float] | None = None

    def to_json(self, theme: Theme) -> dict[str, Any]:
        """Return what the script reads; numbers are texts with all digits."""
        rule, dataset, notation = self.run.rule, self.run.dataset, self.notation
        session = json.loads(write_session(self.session))
        session["data"] |= {"points": [], "labels": []}  # which are those of the page
        points = [
            [repr(value).removesuffix(".0") for value in row] for row in dataset.points.tolist()
        ]
        symbols = {
            "w": notation.bare_weights,
            "offset": notation.line_offset,
            "x": notation.point,
            "y": notation.label,
            "step": notation.eta,
        }
        return {
            "points": points,
            "labels": dataset.labels.tolist(),
            "classes": [readable(name) for name in class_labels(dataset)],
            "markers": [theme.style(role).marker for role in (Role.NEGATIVE, Role.POSITIVE)],
            "axes": [readable(coordinate_label(dataset, j)) for j in range(dataset.dimension)],
            "options": options_in_browser(rule, dataset.dimension),
            "letters": {name: to_plain(_bare(symbol)) for name, symbol in symbols.items()},
            "equation": self.session.views.get("boundary", {}).get("equation", False),
            "visit": self.visit,
            "range": self.range,
            "session": session,
        }


def can_be_live(run: Run) -> bool:
    """Tell whether the engine of the browser trains on these points as the program does."""
    dataset = run.dataset
    return (
        dataset.dimension == 2
        and len(dataset) <= _MOST_POINTS
        and dataset.test is None
        and run.arithmetic == "exact"
        and browser_knows(run.rule)
    )


def browser_knows(rule: Rule) -> bool:
    """Tell whether the engine of the browser has a rule and its options."""
    return (
        rule.rule in _RULES
        and (rule.lift, rule.scale) == ("none", "none")
        and not rule.keep_going
        and rule.seed < _LARGEST_SEED
    )


def options_in_browser(rule: Rule, dimension: int) -> dict[str, Any]:
    """Return the options of a rule as the engine takes them."""
    options: dict[str, Any] = {name: getattr(rule, name) for name in _SAME}
    options |= {name: exact_text(getattr(rule, name)) for name in _EXACT}
    options |= {"rule": _RULES[rule.rule], "order": rule.order, "init": rule.init}
    if rule.init != "zeros":
        start = starting_weights(rule, dimension + rule.offset)
        options["init"] = list(map(exact_text, start))
    return options


def _bare(symbol: str) -> str:
    """Return a symbol without its number: x of x^{(#)}, x_{#} and x(#)."""
    for number in ("^{(#)}", "_{#}", "(#)"):
        symbol = symbol.removesuffix(number)
    return symbol
