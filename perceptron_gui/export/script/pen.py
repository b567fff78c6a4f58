"""A run and its figure as a short program of its own, to be published and read beside a slide.

The program needs numpy and matplotlib, not this one. It trains the same run again, in the same
arithmetic, compares what it finds, and draws the figure from marks that are stored in it.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Sequence
from typing import Any

import numpy as np

from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.runs.run import Run
from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.layout.text import LETTERS, font
from perceptron_gui.export.mpl.canvas import Row, rings_of
from perceptron_gui.export.mpl.pen import matplotlib_settings, recorded_rows
from perceptron_gui.figures.model.figure import Drawing, Figure, Sheet, Table
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.view import View, ViewOptions, draw

from .setup import WIDTH, Setup, assigned, fragment, name_of
from .training import flags_of, in_symbols, training_functions

_IMPORTS = {
    r"\bmath\.": "import math",
    r"\bsys\.": "import sys",
    r"\bFraction\(": "from fractions import Fraction",
    r"@lru_cache\(": "from functools import lru_cache",
    r"\bcombinations\(": "from itertools import combinations",
    r"\bcombinations_with_replacement\(": "from itertools import combinations_with_replacement",
    r"\bnan\b": "from math import nan",
    r"\.write_text\(": "from pathlib import Path",
}
_OTHER_IMPORTS = {
    r"\bplt\.": "import matplotlib.pyplot as plt",
    r"\bnp\.": "import numpy as np",
    r"\bLine2D\b": "from matplotlib.lines import Line2D",
    r"\bPathPatch\(": "from matplotlib.patches import PathPatch",
    r"\bPath\.make": "from matplotlib.path import Path",
    r": Text\b": "from matplotlib.text import Text",
    r"\bAffine2D\(": "from matplotlib.transforms import Affine2D, Bbox, TransformedBbox",
}
_START = 'if __name__ == "__main__":\n    main(sys.argv[1:])\n'


def _short(values: Any) -> list[float]:
    """Return numbers with two decimals, and none where they are whole.

    What lies infinitely far away, as on a logarithmic axis, is nan: inf is no literal of Python.
    """
    numbers = np.asarray(values, dtype=np.float64)
    rounded = np.round(np.where(np.isfinite(numbers), numbers, np.nan), 2).tolist()
    return [int(value) if value == value // 1 else value for value in rounded]


def stored_rows(drawing: Figure | Sheet, page: Page) -> list[Row]:
    """Return what a figure or a sheet draws as literals, in hundredths of a point."""
    with matplotlib_settings(page):
        rows = recorded_rows(drawing, page)
    stored: list[Row] = []
    for kind, clip, *place, look in rows:
        box = clip and tuple(_short([clip.left, clip.bottom, clip.right, clip.top]))
        if kind == "area":
            (path,) = place
            place = [[(_short(ring[:, 0]), _short(ring[:, 1])) for ring in rings_of(path)]]
        else:
            x, y, *words = place
            places = _short([x, y]) if words else (_short(x), _short(y))
            place = [*places, *words]
        rounded = {
            name: round(float(v), 3) if isinstance(v, float) else v for name, v in look.items()
        }
        if "linestyle" in look:
            rounded["linestyle"] = (0, tuple(_short(look["linestyle"][1])))
        stored.append((kind, box, *place, rounded))
    return stored


def write_script(view: View, run: Run, cursor: int, options: ViewOptions, page: Page) -> str:
    """Return a program that trains the run again and draws a view of it after a visit."""
    drawing, setup = draw(view, run.dataset, run, cursor, options), Setup(run)
    functions = [*training_functions(setup), *_showing_functions(setup, drawing, page)]
    sections = ["\n".join(setup.lines()), "\n".join(setup.outcome()), *_needed(functions)]
    trained = in_symbols("\n\n\n".join(sections), options.symbols)
    shown = "\n".join(_shown(drawing, page))
    header = _header(view, setup, cursor)
    body = f"{trained}\n\n\n{shown}\n\n{_START}"
    return f"{header}\n{_imports(body)}\n\n{body}"


def _header(view: View, setup: Setup, cursor: int) -> str:
    """Return the docstring of a program."""
    run, count = setup.run, len(setup.run.dataset)
    points = f"{count} point{'s' if count > 1 else ''}"
    output, target = ("table", "table.txt") if view.is_table else ("figure", "figure.pdf")
    about = (
        f"{view.shows} This program trains the run again in "
        f"{'floating point' if setup.is_floating else 'exact arithmetic'}, compares the outcome "
        f"with that of perceptron-gui, and shows the {output} stored at its end."
    )
    lines = [
        f'"""{RULES[run.rule.rule].title} on {points}: {view.name} after visit {cursor}.',
        "",
        *textwrap.wrap(about, WIDTH - 1, break_on_hyphens=False),
        "",
        f"    python {output}.py              shows the {output}",
        f"    python {output}.py {target:<12} writes it to a file",
        f"    python {output}.py --updates    prints every update: number, visit, point, weights",
        "",
        "If a session follows the last line of code, perceptron-gui opens this file.",
        '"""',
        "",
    ]
    return "\n".join(lines)


def _showing_functions(setup: Setup, drawing: Drawing, page: Page) -> list[str]:
    """Return `main` and the functions that show what is stored."""
    is_table = isinstance(drawing, Table)
    flags = {"table" if is_table else "figure", *flags_of(setup)}
    blanks = {
        "answer": setup.answer,
        "letters": json.dumps(LETTERS[page.family]),
        "mathematics": font(page.family, page.font).get_math_fontfamily(),
        "paper": page.theme.background,
        **{name: f"{getattr(page, name):g}" for name in ("width", "height", "dpi")},
    }
    names = ("table_lines", "main") if is_table else ("area", "draw_figure", "main")
    return [fragment(name, flags=flags, **blanks) for name in names]


def _shown(drawing: Drawing, page: Page) -> list[str]:
    """Return what a program shows, as literals: a user's words are strings there, never code."""
    if isinstance(drawing, Table):
        cells = [[to_plain(cell) for cell in row] for row in (drawing.columns, *drawing.rows)]
        notes = [to_plain(note) for note in drawing.notes]
        return [assigned("TABLE", cells), assigned("NOTES", notes)]
    about = [
        "# What perceptron-gui has drawn, from bottom to top: the kind of each mark, the box that",
        "# clips it, its places and words, and its look.",
    ]
    return [*about, assigned("MARKS", stored_rows(drawing, page))]


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


def _imports(program: str) -> str:
    """Return the imports that a program needs, those of Python before the others."""
    blocks = (
        "\n".join(line for pattern, line in table.items() if re.search(pattern, program))
        for table in (_IMPORTS, _OTHER_IMPORTS)
    )
    return "\n\n".join(filter(None, blocks))
