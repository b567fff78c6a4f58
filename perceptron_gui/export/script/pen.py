"""A run and its figure as a short program of its own, to be published and read beside a slide.

The program needs numpy and matplotlib, not this one. It trains the same run again, in the same
arithmetic, and draws the figure from what it finds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from perceptron_gui.core.run import Run
from perceptron_gui.figures.figure import Drawing, Table
from perceptron_gui.figures.view import ViewOptions, draw
from perceptron_gui.figures.views import VIEWS

from ..page import Page
from .carried_table import CarriedTable
from .drawing import Picture
from .header import header
from .setup import Setup
from .table import PrintedTable
from .text import folded, name_of
from .training import training_functions

_IMPORTS = {
    r"\bmath\.": "import math",
    r"\bsys\.": "import sys",
    r"\bFraction\(": "from fractions import Fraction",
    r"@lru_cache\(": "from functools import lru_cache",
    r"\bcombinations\(": "from itertools import combinations",
    r"\bcombinations_with_replacement\(": "from itertools import combinations_with_replacement",
    r"\bPath\(": "from pathlib import Path",
}
_START = 'if __name__ == "__main__":\n    main(sys.argv[1:])\n'


def write_script(
    view_name: str, run: Run, cursor: int, options: ViewOptions, page: Page, command: str = ""
) -> str:
    """Return a program that trains the run again and draws a view of it after a visit.

    `command` is the command line that makes the same figure, where it is known.
    """
    view = VIEWS[view_name]
    drawing = draw(view, run.dataset, run, cursor, options)
    setup = Setup(run, cursor)
    training = training_functions(setup)
    shown = _shown(drawing, setup, options, page)
    trained, drawn = _parted(training, _needed([*training, *shown.functions()]))
    has_function = run.rule.lift != "none"
    has_function |= any("augmented" in function for function in (*trained, *drawn))
    sections = [
        "\n".join(setup.lines()),
        *([setup.augmented()] if has_function else []),
        "\n".join(setup.reading(has_function)),
        *trained,
        "\n".join(shown.constants("\n".join(drawn))),
        *drawn,
        _START,
    ]
    if not has_function:
        sections[:2] = ["\n\n".join(sections[:2])]
    body = folded("\n\n\n".join(sections))
    if setup.cursor == setup.visits:
        body = re.sub(r"\bAT\b", "VISITS", body)
    return f"{header(view, setup, options, page, command)}\n{_imports(body)}\n\n{body}"


def _shown(
    drawing: Drawing, setup: Setup, options: ViewOptions, page: Page
) -> Picture | PrintedTable | CarriedTable:
    """Return what writes a drawing; the trace is found again, other tables are carried."""
    if not isinstance(drawing, Table):
        return Picture(drawing, setup, options, page)
    if drawing.name == "trace":
        return PrintedTable(drawing, setup, options)
    return CarriedTable(drawing, setup)


def _needed(functions: Sequence[str]) -> list[str]:
    """Return the functions that `main` calls, and those that they call."""
    by_name = {name_of(function): function for function in functions}
    needed, waiting = set[str](), ["main"]
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            mentioned = set(re.findall(r"\b\w+\b", by_name[name]))
            waiting += [other for other in by_name if other in mentioned]
    return [function for name, function in by_name.items() if name in needed]


def _parted(training: Sequence[str], functions: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the functions that train, and those that draw."""
    names = set(map(name_of, training))
    trained = [function for function in functions if name_of(function) in names]
    return trained, [function for function in functions if name_of(function) not in names]


def _imports(body: str) -> str:
    lines = [line for pattern, line in _IMPORTS.items() if re.search(pattern, body)]
    if re.search(r"\bnp\.", body):
        lines += ["", "import numpy as np"]
    return "\n".join(lines)
