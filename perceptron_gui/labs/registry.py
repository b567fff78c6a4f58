"""The table of laboratories, and all views: those of figures and those of laboratories.

A row says what the window and the command line list; the rest is loaded when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING

from perceptron_gui.figures.model.view import View
from perceptron_gui.figures.registry import FIGURE_VIEWS

if TYPE_CHECKING:
    from .lab import Lab


@dataclass(frozen=True)
class LabRow:
    """Where a laboratory is, which views it has, and what its page is called in the window."""

    module: str  # which holds it as LAB
    views: tuple[str, ...]  # the page is named like the first
    menu_text: str  # with & before the letter for Alt
    tip: str
    page: str = ""  # the class of its page, where it brings one of its own
    key: str = ""  # pages stand in the order of their keys

    @property
    def title(self) -> str:
        """What its page is called."""
        return self.menu_text.replace("&", "")

    def load(self) -> Lab:
        """Return the laboratory."""
        lab: Lab = import_module(self.module).LAB
        return lab


# By the words of the command line. What JSON calls an experiment stays as it was: `Lab.name`.
LABORATORIES: dict[str, LabRow] = {
    "orders": LabRow(
        "perceptron_gui.labs.orders.lab",
        ("orders", "solutions"),
        "&Orders and starts",
        "How much the order of the points or the start matters",
        key="Ctrl+6",
    ),
    "rules": LabRow(
        "perceptron_gui.labs.arena.lab",
        ("arena", "results"),
        "Comp&are rules",
        "Several rules on the same points",
        "perceptron_gui.views.labs.arena.ArenaPage",
        "Ctrl+5",
    ),
    "steps": LabRow(
        "perceptron_gui.labs.steps_lab",
        ("steps", "step-limit"),
        "&Steps and batches",
        "What the step size and the batch do to gradient descent",
        key="Ctrl+7",
    ),
    "variations": LabRow(
        "perceptron_gui.labs.variations",
        ("effects",),
        "&Variations",
        "What ties, coding and offset change",
        key="Ctrl+8",
    ),
    "labellings": LabRow(
        "perceptron_gui.labs.dichotomies_lab",
        ("dichotomies",),
        "&Labellings",
        "Which labellings of a few points a line can make",
        key="Ctrl+9",
    ),
    "margins": LabRow(
        "perceptron_gui.labs.margins",
        ("margins",),
        "Mar&gins",
        "How wide a margin the perceptron with a margin reaches",
    ),
    "learning": LabRow(
        "perceptron_gui.labs.learning",
        ("learning",),
        "Learning c&urve",
        "The error on points that were not trained on",
    ),
}

# What the command line called them in earlier versions.
OLD_NAMES = {"effects": "variations", "dichotomies": "labellings"}


def lab_pages() -> dict[str, LabRow]:
    """Return the rows by the names of their pages, in the order of the window."""
    rows = sorted(LABORATORIES.values(), key=lambda row: (not row.key, row.key))
    return {row.views[0]: row for row in rows}


class _Views(Mapping[str, View]):
    """All views by their names, as the tables stand."""

    def __getitem__(self, name: str) -> View:
        for row in LABORATORIES.values():
            if name in row.views:
                return row.load().views[name]
        view: View = import_module(FIGURE_VIEWS[name]).VIEW
        return view

    def __contains__(self, name: object) -> bool:
        return name in set(self)

    def __iter__(self) -> Iterator[str]:
        return chain(FIGURE_VIEWS, *(row.views for row in LABORATORIES.values()))

    def __len__(self) -> int:
        return sum(1 for _ in self)


VIEWS: Mapping[str, View] = _Views()
