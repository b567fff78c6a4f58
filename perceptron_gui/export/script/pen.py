"""A run and its figure as a short program of its own, to be published and read beside a slide.

The program needs numpy and matplotlib, not this one. It trains the same run again, in the same
arithmetic, and draws the figure from what it finds.
"""

from __future__ import annotations

import re
import shlex
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from perceptron_gui.base.errors import flag
from perceptron_gui.base.exact import decimal
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.export.layout.page import PAGE, Page
from perceptron_gui.figures.model.figure import Drawing, Table
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.theme import DEFAULT
from perceptron_gui.figures.model.view import View, ViewOptions, draw, options_given

from .drawing import FigureScript
from .setup import Setup
from .text import folded, fragment, in_docstring, literal, name_of, typed
from .training import flags_of, in_whole_numbers, main_function, training_functions

_LEFT_OUT = {
    "boundary": "the rings around points that hold the margin",
    "agreement": "marks of visits without an update",
    "weight-space": "the line of the visited point",
    "neuron": "the curve of the activation",
    "trace": "what each update added",
}


def header(view: View, setup: Setup, options: ViewOptions, page: Page) -> str:
    """Return the docstring of a program."""
    run = setup.run
    points = f"{len(run.dataset)} point{'s' if len(run.dataset) > 1 else ''}"
    output, target = ("table", "table.txt") if view.is_table else ("figure", "figure.pdf")
    needs = "nothing but Python" if output == "table" else "numpy and matplotlib"
    lines = [
        f'"""{RULES[run.rule.rule].title} on {points}: {view.name}.',
        "",
        *_wrapped(f"{view.shows} This program trains the run again, {_arithmetic(setup)}."),
        f"It needs {needs}; the last line makes the same with perceptron-gui.",
        "",
        f"    python {output}.py              shows the {output}",
        f"    python {output}.py {target:<12} writes it to a file",
        f"    python {output}.py --updates    prints every update: number, visit, point, weights",
        *_wrapped(in_docstring(composed_command(view, setup, options, page)), "    "),
    ]
    if left_out := ", ".join(_left_out(view, setup, options)):
        lines += ["", *_wrapped(f"Left out here: {left_out}.")]
    return "\n".join([*lines, '"""', ""])


def _wrapped(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(
        text, 95, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )


def _arithmetic(setup: Setup) -> str:
    if not setup.is_floating:
        return "in exact arithmetic"
    if setup.is_bit_for_bit:
        return "in floating point, bit for bit"
    return "in floating point, to some twelve digits"


def _left_out(view: View, setup: Setup, options: ViewOptions) -> Iterator[str]:
    if getattr(options, "future", False):
        yield "what is still to come of the run"
    if getattr(options, "highlight", ()):
        yield "what is emphasised"
    is_logistic = setup.run.rule.uses_option("loss") and setup.run.rule.loss == "logistic"
    if getattr(options, "probability", False) and is_logistic:
        yield "the shades of probability"
    measures = ("update", "distance", "intercept")
    if view.name == "filmstrip" and any(getattr(options, name, False) for name in measures):
        yield "updates, distances and intercepts of single frames"
    if view.name == "boundary" and getattr(options, "tally", False):
        yield "how often each point was mistaken"
    are_turning = view.name == "filmstrip" and setup.run.dataset.dimension > 2
    if are_turning and getattr(options, "certificate", False):
        yield "the hulls, which turn with the axes"
    if view.name == "boundary" and not getattr(options, "margin", False):
        return
    if view.name in _LEFT_OUT:
        yield _LEFT_OUT[view.name]


def composed_command(view: View, setup: Setup, options: ViewOptions, page: Page) -> str:
    """Return a command line that makes the figure from a file with the same points."""
    ending = "md" if view.is_table else "pdf"
    words = ["perceptron-gui", "figure", view.name, "DATA.csv", *_rule_options(setup.run.rule)]
    if setup.cursor < setup.run.visits:
        words += ["--at", str(setup.cursor)]
    words += _view_options(options)
    words += _page_options(page) if ending == "pdf" else []
    return shlex.join([*words, "--out", f"figure.{ending}"])


def _rule_options(rule: Rule) -> Iterator[str]:
    for name, value in rule.options().items():
        if value != OPTIONS[name].default:
            yield from _given(name, value)


def _view_options(options: ViewOptions) -> Iterator[str]:
    given = options_given(options)
    if shown := [name for name, value in given.items() if value is True]:
        yield from _given("show", shown)
    for name, value in given.items():
        if name not in ("aspect", "horizon", *shown):  # found from the page, set by animations
            yield from _given(name, value)


def _page_options(page: Page) -> Iterator[str]:
    size = f"{page.width:g}x{page.height:g}mm"
    yield from _given("size", size)
    _, _, font, family = PAGE["size"].read(size)
    looks = (("font", page.font, font), ("family", page.family, family))
    for name, value, usual in (*looks, ("theme", page.theme.name, DEFAULT)):
        if value != usual:
            yield from _given(name, value)


def _text(value: Any) -> str:
    if isinstance(value, Fraction):
        return typed(value)
    return decimal(value) if isinstance(value, float) else str(value)


def _given(name: str, value: Any) -> list[str]:
    if isinstance(value, bool):
        return [flag(name) if value else flag(f"no_{name}")]
    values = value if isinstance(value, tuple | list) else [value]
    texts = [_text(each) for each in values]
    joined = ",".join(texts)
    # After a space, what begins with a hyphen would be taken for another option.
    return [f"{flag(name)}={joined}"] if joined.startswith("-") else [flag(name), joined]


# The functions that show a drawing, and the constants that the needed ones of them mention.
Shown = tuple[Iterable[str], Callable[[str], list[str]]]


def _shown(drawing: Drawing, setup: Setup, options: ViewOptions, page: Page) -> Shown:
    """Return what shows a drawing; the trace is computed again, other tables are embedded."""
    if not isinstance(drawing, Table):
        script = FigureScript(drawing, setup, options, page)
        return script.functions(), script.constants
    main = main_function(setup, "main_of_table")
    if drawing.name == "trace":
        return [*_trace_functions(setup, options), main], lambda _: _trace_constants(options)
    return [fragment("embedded_table", "table"), main], lambda _: _table_constants(drawing)


def _trace_functions(setup: Setup, options: ViewOptions) -> Iterator[str]:
    """Yield what computes and prints the trace of a run."""
    flags, score = flags_of(setup), "dot(w, X[i])"
    if getattr(options, "every", "visits") == "updates":
        flags.add("every update")
    units = {"first": "START", "after": "after", "score": score}
    if setup.is_scaled:
        units = {
            "first": "[v * WEIGHT_UNIT for v in START]",
            "after": "[v * WEIGHT_UNIT for v in after]",
            "score": f"{score} * COORDINATE_UNIT * WEIGHT_UNIT",
        }
    yield fragment("shown")
    yield fragment("listed")
    yield in_whole_numbers(fragment("table_rows", flags=flags, **units), setup)
    yield fragment("table")


def _trace_constants(options: ViewOptions) -> list[str]:
    name = to_plain(f"${options.symbols.bare_weights}$")
    headings = _listed(("visit", "point", "x", "y", "s", f"{name} after"))
    return [f"HEADINGS = [{headings}]", f"MOST_ROWS = {getattr(options, 'rows', 40)}"]


def _table_constants(table: Table) -> list[str]:
    return [
        "# What perceptron-gui has found; these cells are not computed here.",
        f"HEADINGS = [{_listed(table.columns)}]",
        "ROWS = [",
        *(f"    [{_listed(row)}]," for row in table.rows),
        "]",
        f"NOTES = [{_listed(table.notes)}]",
    ]


def _listed(cells: tuple[str, ...]) -> str:
    return ", ".join(literal(to_plain(cell)) for cell in cells)


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


def write_script(view: View, run: Run, cursor: int, options: ViewOptions, page: Page) -> str:
    """Return a program that trains the run again and draws a view of it after a visit."""
    drawing = draw(view, run.dataset, run, cursor, options)
    setup = Setup(run, cursor)
    training = training_functions(setup)
    functions, constants = _shown(drawing, setup, options, page)
    needed = _needed([*training, *functions])
    trained = [function for function in needed if function in training]
    drawn = [function for function in needed if function not in training]
    has_function = not run.space.is_plain
    has_function |= any("augmented" in function for function in (*trained, *drawn))
    sections = [
        "\n".join(setup.lines()),
        *([setup.augmented()] if has_function else []),
        "\n".join(setup.reading(has_function)),
        *trained,
        "\n".join(constants("\n".join(drawn))),
        *drawn,
        _START,
    ]
    if not has_function:
        sections[:2] = ["\n\n".join(sections[:2])]
    body = folded("\n\n\n".join(sections))
    if setup.cursor == setup.visits:
        body = re.sub(r"\bAT\b", "VISITS", body)
    return f"{header(view, setup, options, page)}\n{_imports(body)}\n\n{body}"


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


def _imports(body: str) -> str:
    lines = [line for pattern, line in _IMPORTS.items() if re.search(pattern, body)]
    if re.search(r"\bnp\.", body):
        lines += ["", "import numpy as np"]
    return "\n".join(lines)
