"""The live page of a plane: its points can be moved, and the browser trains on them, exactly.

The page holds the data, the rule and the engine. Without its script it shows the figure and its
description.
"""

from __future__ import annotations

import html
import json
from dataclasses import dataclass
from typing import Any

from perceptron_gui.base.exact import exact_text
from perceptron_gui.base.latex import to_plain
from perceptron_gui.base.resources import shipped
from perceptron_gui.core.rules.rule import starting_weights
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.label import class_labels, coordinate_label, readable
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import TOKENS, Theme, colours_of
from perceptron_gui.lectures.notation import Notation

from .canvas import PageInk
from .page import colour_rules, forced_side, picture, policy, sides_of
from .played import PlayedRun, as_html, draw_scenes

_FILES = ("live.html", "live.css", "engine.js", "drawing.js", "live.js")
_RULES = {"pla": "perceptron", "averaged": "averaged", "pocket": "pocket", "batch": "batch"}
_MOST_POINTS = 200
_LARGEST_SEED = 2**53  # beyond it JavaScript rounds
_SAME = ("tie", "offset", "seed", "epochs", "max_updates", "pocket")  # in the program and there
_EXACT = ("eta", "margin", "bias_scale")


@dataclass(frozen=True, eq=False)
class LivePage:
    """What a live page begins with; `still` is the picture for browsers without scripts."""

    run: Run
    title: str  # a label
    notation: Notation
    still: PlayedRun
    theme: Theme
    program: str
    visit: int | None = None  # None: the end
    range: tuple[float, float, float, float] | None = None


def can_be_live(run: Run) -> bool:
    """Tell whether the engine of the browser trains on these points as the program does."""
    dataset, rule = run.dataset, run.rule
    return (
        rule.rule in _RULES
        and dataset.dimension == 2
        and len(dataset) <= _MOST_POINTS
        and (rule.lift, rule.scale) == ("none", "none")
        and dataset.test is None
        and run.arithmetic == "exact"
        and not rule.keep_going
        and rule.seed < _LARGEST_SEED
    )


def live_html(page: LivePage) -> bytes:
    """Return the page in one file."""
    ink, name = PageInk(), "still"
    scenes = draw_scenes(page.still, ink, lambda: None)
    drawn = f'{picture(name, scenes, ink)}<svg width="0" height="0">{ink.defs()}</svg>'
    template, sheet, *scripts = (
        shipped("pages", name).read_text(encoding="utf-8") for name in _FILES
    )
    style = colour_rules(*map(_colours, sides_of(page.theme))) + sheet + ink.css()
    script = "\n".join(scripts)
    written = template.format(
        forced=forced_side(page.theme),
        policy=policy(script, style),
        program=html.escape(page.program),
        title=html.escape(readable(page.title)),
        heading=as_html(page.title),
        style=style,
        still=drawn,
        described=html.escape(scenes.moments[scenes.first].described),
        step=html.escape(to_plain(page.notation.eta)),
        given=_as_script(_given(page)),
        script=script,
    )
    return written.encode()


def _colours(side: str) -> dict[str, str]:
    """Return the colours of figures, and those of bars and cards."""
    shell = TOKENS.get(side, TOKENS["light"])
    apart = {name: value for name, value in vars(shell).items() if name != "faint"}
    return colours_of(side) | apart


def _given(page: LivePage) -> dict[str, Any]:
    """Return points, rule and names as the script reads them; numbers are texts with all digits."""
    rule, dataset, notation = page.run.rule, page.run.dataset, page.notation
    options: dict[str, Any] = {name: getattr(rule, name) for name in _SAME}
    options |= {name: exact_text(getattr(rule, name)) for name in _EXACT}
    options |= {"rule": _RULES[rule.rule], "order": rule.order, "init": rule.init}
    if rule.init != "zeros":
        start = starting_weights(rule, dataset.dimension + rule.offset)
        options["init"] = list(map(exact_text, start))
    symbols = {
        "w": notation.bare_weights,
        "offset": notation.line_offset,
        "x": notation.point,
        "y": notation.label,
        "step": notation.eta,
    }
    return {
        "points": [[repr(value).removesuffix(".0") for value in row] for row in
                   dataset.points.tolist()],
        "labels": dataset.labels.tolist(),
        "classes": [readable(name) for name in class_labels(dataset)],
        "markers": [page.theme.style(role).marker for role in (Role.NEGATIVE, Role.POSITIVE)],
        "axes": [readable(coordinate_label(dataset, j)) for j in range(dataset.dimension)],
        "options": options,
        "letters": {name: to_plain(_bare(symbol)) for name, symbol in symbols.items()},
        "visit": page.visit,
        "range": page.range,
    }  # fmt: skip


def _bare(symbol: str) -> str:
    """Return a symbol without its number: x of x^{(#)}, x_{#} and x(#)."""
    for number in ("^{(#)}", "_{#}", "(#)"):
        symbol = symbol.removesuffix(number)
    return symbol


def _as_script(data: dict[str, Any]) -> str:
    """Return JSON in which nothing can end the element that holds it."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
