"""The laboratory of effects: a table of tie rules, codings, offsets and orders.

All of them are tried on the points at hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise, permutations
from typing import Any

from perceptron_gui.base.errors import (
    UNUSABLE,
    WRONG_ENTRY,
    OptionError,
    Wording,
    Words,
    in_figures,
)
from perceptron_gui.base.number_text import json_number, number, vector
from perceptron_gui.base.params import Flag, Param, PlainText, option
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.rules.rule import OPTIONS
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.label import from_user
from perceptron_gui.figures.model.view import ViewOptions
from perceptron_gui.labs.common.lab import Lab, LabFigure, Shortcut, table_lines

from .effects import TIES, Effect, Effects, EffectsResult, Order

NAME = "effects"
_SEPARATOR = ";"
_MOST_ORDERS = 24
_MOST_LISTED = 4  # points whose orders are all offered
_BLANK = "–"
# These move as the perceptron does, and only answer otherwise.
_ON_THE_PATH = ("pla", "averaged", "voted", "pocket")
_NEVER = "never"
_NEVER_NOTE = (
    "Where ties are never a mistake, a run that begins at 0 stays there: it converges by the "
    "letter, and nothing is learnt."
)
_STATUS = {"converged": "converges", "cycle": "cycles", "budget": "stopped"}


class Orders(PlainText):
    """Orders with semicolons between them, such as cyclic; 0,2,1,3."""

    def orders(self, text: str) -> tuple[Order, ...]:
        """Return the orders of a text, each once."""
        words = [part.strip() for part in text.split(_SEPARATOR)]
        try:
            return tuple(dict.fromkeys(OPTIONS["order"].read(word) for word in words if word))
        except OptionError as error:
            raise OptionError("orders", WRONG_ENTRY, cause=error) from error

    def on_screen(self, value: str) -> str:
        """Return the orders with points counted from 1."""
        return self._text(map(OPTIONS["order"].kind.on_screen, self.orders(value)))

    def off_screen(self, param: Param, value: str) -> str:
        """Return the orders of a text that counts points from 1."""
        order = OPTIONS["order"]
        return self._text(order.kind.off_screen(order, each) for each in self.orders(value))

    def _text(self, orders: Iterable[Order]) -> str:
        return f"{_SEPARATOR} ".join(map(order_text, orders))


def order_text(order: Order) -> str:
    """Return an order as it is typed."""
    return OPTIONS["order"].kind.to_text(order).replace(" ", "")


_ORDERS = Orders(hint="the order of the rule on the plane")


@frozen_value
class EffectsOptions(ViewOptions):
    """Which orders are tried besides ties, codings and offsets."""

    orders: str = option(
        "", _ORDERS, "orders to try, such as cyclic; 0,2,1,3; else the one at hand"
    )
    never: bool = option(
        False,
        Flag(),
        "ties that are never a mistake too, as in lecture 003",
        title="On the line counts as correct, too",
    )

    def __post_init__(self) -> None:
        if len(self.chosen) > _MOST_ORDERS:
            raise OptionError("orders", UNUSABLE, why=f"give at most {_MOST_ORDERS} orders")

    @property
    def chosen(self) -> tuple[Order, ...]:
        """The orders that were typed, each once."""
        return _ORDERS.orders(self.orders)

    @property
    def ties(self) -> tuple[str, ...]:
        """The tie rules that are tried."""
        return (*TIES, _NEVER) if self.never else TIES


def draw_result(result: EffectsResult, options: EffectsOptions, words: Words = in_figures) -> Table:
    """Write the effects as a table, with a column for the order where there are several."""
    has_orders = len({effect.order for effect in result.effects}) > 1
    w = options.symbols.bare_weights
    headings = (
        *("coding", "offset", *(("order",) if has_orders else ()), "tie", "ends"),
        "before: visits / updates",
        "period: visits / updates",
        rf"largest $\|{w}\|^2$",
        f"cycle of ${w}$, offset last",
    )
    rows = tuple(_row(effect, has_orders, words) for effect in result.effects)
    left = (*range(4 + has_orders), len(headings) - 1)
    return Table(NAME, headings, rows, left, options.title, tuple(_notes(result, words)))


def _row(effect: Effect, has_orders: bool, words: Words) -> tuple[str, ...]:
    shown = OPTIONS["order"].kind.on_screen(effect.order)
    order = words(Wording(order_text(effect.order), order_text(shown)))
    period = _BLANK
    if effect.period_visits is not None:
        period = f"{effect.period_visits} / {effect.period_updates}"
    return (
        effect.coding,
        "yes" if effect.offset else "no",
        *((order,) if has_orders else ()),
        effect.tie,
        _STATUS[effect.status],
        f"{effect.visits} / {effect.updates}",
        period,
        f"${number(effect.max_norm_squared)}$",
        _cycle(effect),
    )


def _cycle(effect: Effect) -> str:
    if effect.period_updates is None:
        return _BLANK
    if not effect.cycle:
        return f"{effect.period_updates} step{'s' if effect.period_updates > 1 else ''}"
    return "$" + r" \to ".join(map(vector, effect.cycle)) + r" \to$"


def _notes(result: EffectsResult, words: Words) -> Iterator[str]:
    if result.rule.rule not in _ON_THE_PATH:
        yield "All runs are those of the perceptron, with the step and the start of the rule."
    for why in result.absent:
        yield f"Left out: {from_user(words(why))}."
    if any(effect.status == "converged" for effect in result.effects):
        yield "Where a run converges, its visits and updates are those until its end."
    if any(effect.status == "budget" for effect in result.effects):
        yield "Runs that were stopped had neither converged nor been proved to cycle."
    if any(one == other for effect in result.effects for one, other in pairwise(effect.cycle)):
        yield "Equal weights in a row: an update with the origin adds nothing."
    if not all(effect.is_exact for effect in result.effects):
        yield "Some runs do not fit exact integers and were made in floating point."
    if any(effect.tie == _NEVER for effect in result.effects):
        yield _NEVER_NOTE


def report(run: Run, options: EffectsOptions, result: EffectsResult) -> dict[str, Any]:
    """Return every setting, and why some could not be computed."""
    return {
        "effects": [_effect(each) for each in result.effects],
        "absent": list(map(str, result.absent)),
    }


def _effect(effect: Effect) -> dict[str, Any]:
    order, cycle = effect.order, [list(weights) for weights in effect.cycle]
    return {
        "coding": effect.coding,
        "offset": effect.offset,
        "tie": effect.tie,
        "order": order if isinstance(order, str) else list(order),
        "status": effect.status,
        "arithmetic": "exact" if effect.is_exact else "float64",
        "visits": effect.visits,
        "updates": effect.updates,
        "period_visits": effect.period_visits,
        "period_updates": effect.period_updates,
        **json_number("max_norm_squared", effect.max_norm_squared, effect.is_exact),
        **json_number("cycle", cycle, effect.is_exact),
    }


def _suggestions(count: int) -> dict[str, str]:
    """Return lists of orders for so many points."""
    found = {"The one at hand": "", "In turn and shuffled": "cyclic; shuffled"}
    if 1 < count <= _MOST_LISTED:
        every = permutations(map(str, range(count)))
        found[f"All orders of {count} points"] = "; ".join(map(",".join, every))
        forwards = ",".join(map(str, range(count)))
        found["Forwards and backwards"] = f"{forwards}; {forwards[::-1]}"
    return found


LAB = Lab(
    NAME,
    "what tie rule, coding, offset and order do to a run",
    figures=(
        LabFigure(
            NAME,
            "What tie rule, coding, offset and order do to a run, in a table.",
            EffectsOptions,
            lambda result, run, cursor, options: draw_result(result, options),
            first_column="coding",
        ),
    ),
    experiment=lambda subject, options: Effects(
        subject.dataset, subject.rule, options.chosen, options.ties
    ),
    depends_on=("orders", "never"),
    suggest=lambda count, _chosen: {"orders": _suggestions(count)},
    words=lambda run, options, result: table_lines(draw_result(result, options, str)),
    report=report,
    shortcuts=(Shortcut("--never", "never", True, "ties that are never a mistake too"),),
)
