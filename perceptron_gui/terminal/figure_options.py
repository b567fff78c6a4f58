"""The options of `figure` and `lab` that ask for figures: where to, which page, which visit."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from perceptron_gui.base.errors import RuleError, UsageError, flag
from perceptron_gui.base.params import Param, params_of
from perceptron_gui.base.text import did_you_mean, nearest, quoted
from perceptron_gui.core.rules.rule import OPTIONS
from perceptron_gui.core.runs.moment import read_place
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.session import Session
from perceptron_gui.export.formats.formats import FORMATS
from perceptron_gui.export.layout.page import MOTION, PAGE
from perceptron_gui.figures.model.view import View, ViewOptions, read_options
from perceptron_gui.labs.registry import VIEWS

from .parser import OF_VIEW, Parser, add_classes, add_param

_NONE = "none"
# Options of `figure` without a value.
_SWITCHES = {"-h", "--help", "--list", "--no-session", "--no-offset", "--outlines"} | {
    flag(name) for table in (OPTIONS, PAGE, MOTION) for name in table if table[name].is_flag
}


def add_figuring(command: Parser, argv: Sequence[str]) -> None:
    """Add what `figure` takes besides the options of the rule; of the named view, or of all."""
    command.add_argument("words", metavar="VIEW DATA", nargs="*", help="what to draw, of what data")
    add_classes(command)
    command.add_argument("--list", action="store_true", help="show the views, each with a sentence")
    name = _named_view(argv)
    add_drawing(command, [VIEWS[name]] if name else VIEWS.values())
    command.set_defaults(view=name)


def _named_view(argv: Sequence[str]) -> str:
    """Return the first word that is neither an option nor its value, if it names a view."""
    is_value = False
    for word in argv:
        if word.startswith("-"):
            is_value = "=" not in word and word not in _SWITCHES
        elif not is_value:
            return word if word in VIEWS else ""
        else:
            is_value = False
    return ""


def why_unknown(view: str, word: str) -> str:
    """Return the sentence on an option that only other views have, or nothing."""
    name = word.split("=")[0].lstrip("-")
    others = {flag(each) for other in VIEWS.values() for each in params_of(other.options)}
    if f"--{name}" not in others:
        return ""
    own = params_of(VIEWS[view].options).values()
    close = nearest(name, [flag(param.name)[2:] for param in own if not param.is_flag])
    hint = f"; did you mean '--{close}'?" if close else ""
    return f"--{name}: {view} has no such option{hint}"


def add_drawing(command: Parser, views: Iterable[View]) -> None:
    """Add where figures of these views are written to, on which page, and their options."""
    command.add_argument("--at", metavar="VISIT|end|k=N", help="after which visit, or update N")
    endings = "|".join(FORMATS)
    meaning = f"where to; its ending chooses the pen [{endings}]; may be repeated"
    command.add_argument("--out", metavar="FILE", action="append", help=meaning)
    meaning = "leave out the session that reopens the figure"
    command.add_argument("--no-session", action="store_true", help=meaning)
    for param in (*PAGE.values(), *MOTION.values()):
        add_param(command, param)
    shapes = {"dest": "letters", "action": "store_const", "const": PAGE["letters"].default}
    old_name: dict[str, Any] = {**shapes, "default": argparse.SUPPRESS, "help": argparse.SUPPRESS}
    command.add_argument("--outlines", **old_name)
    found: dict[str, Param] = {}
    for view in views:
        found |= params_of(view.options)
    typed = [param for param in found.values() if not param.is_inner]
    flags = "|".join(param.name for param in typed if param.is_flag)
    command.add_argument("--show", metavar="A,B", help=f"more in the figure [{flags}|{_NONE}]")
    for param in typed:
        if not param.is_flag and param.name in OPTIONS:
            _share(command, param)
        elif not param.is_flag:
            add_param(command, param, dest=OF_VIEW + param.name)


def _share(command: Parser, param: Param) -> None:
    """Let an option of the rule take the words of an option of a view, too: --scale log."""
    action = command.added[flag(param.name)]
    words = "|".join(param.choices)
    action.help = f"{action.help}; or {param.meaning} [{words}]"
    shared = {**(command.get_default("shared") or {}), param.name: tuple(param.choices)}
    command.set_defaults(shared=shared)


def read_view_options(
    arguments: argparse.Namespace,
    view: View,
    session: Session | None,
    aspect: float,
    symbols: str = "",
) -> ViewOptions:
    """Return the options of a view: what a session stored, and over it what was typed.

    `symbols` are those of a lecture that is asked for.
    """
    stored = {"notation": session.notation, **session.views.get(view.name, {})} if session else {}
    if symbols and "notation" in params_of(view.options):
        stored["notation"] = symbols
    typed = {
        key.removeprefix(OF_VIEW): value
        for key, value in vars(arguments).items()
        if key.startswith(OF_VIEW) and value is not None
    }
    for name in typed:
        if name not in params_of(view.options):
            raise UsageError(why_unknown(view.name, flag(name)))
    shown = _shown(arguments.show, view)
    return read_options(view.options, {"aspect": aspect, **stored, **typed, **shown})


def _shown(words: str | None, view: View) -> dict[str, bool]:
    """Return the switches that are turned on; `none` turns all off, those of a session too."""
    known = [name for name, param in params_of(view.options).items() if param.is_flag]
    if words == _NONE:
        return dict.fromkeys(known, False)
    names = [word.strip().replace("-", "_") for word in words.split(",")] if words else []
    for name in names:
        if name not in known:
            listed = f"; it can show {', '.join(known)}" if known else ""
            hint = did_you_mean(name, known) or listed
            raise UsageError(f"--show {quoted(name)}: {view.name} does not know it{hint}")
    return dict.fromkeys(names, True)


def read_cursor(text: str) -> Callable[[Run], int]:
    """Return what finds the visit in a run: `end`, a visit, or k=N for update N."""

    def find(run: Run) -> int:
        try:
            return place(run)
        except RuleError as error:
            raise UsageError(f"--at {error}") from error

    try:
        place = read_place(text)
    except RuleError as error:
        raise UsageError(f"--at {error}") from error
    return find
