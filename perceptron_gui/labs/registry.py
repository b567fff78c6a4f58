"""The tables of laboratories and of all views."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from perceptron_gui.figures.model.view import View
from perceptron_gui.figures.registry import FIGURE_VIEWS, Views

if TYPE_CHECKING:
    from .common.lab import Lab

_LAB_VIEWS = {
    "orders": "perceptron_gui.labs.orders.histogram",
    "solutions": "perceptron_gui.labs.orders.solutions",
    "arena": "perceptron_gui.labs.arena.view",
    "results": "perceptron_gui.labs.arena.results",
    "steps": "perceptron_gui.labs.steps.view",
    "step-limit": "perceptron_gui.labs.steps.limit",
    "effects": "perceptron_gui.labs.effects.view",
}
VIEWS: Mapping[str, View] = Views({**FIGURE_VIEWS, **_LAB_VIEWS})


def laboratories() -> tuple[Lab, ...]:
    """Return the laboratories in the order in which they are listed."""
    from .arena.cli import LABORATORY as RULES
    from .effects.cli import LABORATORY as EFFECTS
    from .orders.cli import LABORATORY as ORDERS
    from .steps.cli import LABORATORY as STEPS

    return ORDERS, RULES, STEPS, EFFECTS
