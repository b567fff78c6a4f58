"""The words that ask for figures, declared and read: options of views, page, cursor, frames."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from perceptron_gui.base.errors import UsageError, flag
from perceptron_gui.base.params import Param, params_of
from perceptron_gui.base.text import did_you_mean, quoted
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.session import Session
from perceptron_gui.export.animation.animation import MOST_FRAMES
from perceptron_gui.export.formats.formats import FORMATS
from perceptron_gui.export.formats.job import Motion
from perceptron_gui.export.layout.page import PAGE_WORDS, SWITCHES
from perceptron_gui.figures.model.view import View, ViewOptions, read_options
from perceptron_gui.labs.registry import VIEWS

from .parser import add_param

OF_VIEW = "of_view_"  # how arguments that are options of a view begin
_NONE = "none"


def add_figuring(command: argparse.ArgumentParser) -> None:
    """Add what `figure` takes besides the options of the rule."""
    command.add_argument("words", metavar="VIEW DATA", nargs="*", help="what to draw, of what data")
    command.add_argument("--list", action="store_true", help="show the views, each with a sentence")
    add_drawing(command, VIEWS.values())
    command.set_defaults(options=[*command.get_default("options"), "list"])


def add_drawing(command: argparse.ArgumentParser, views: Iterable[View]) -> None:
    """Add where figures of these views are written to, on which page, and their options."""
    before = set(command._option_string_actions)
    command.add_argument("--at", metavar="VISIT|end|k=N", help="after which visit, or update N")
    endings = "|".join(FORMATS)
    meaning = f"where to; its ending chooses the pen [{endings}]; may be repeated"
    command.add_argument("--out", metavar="FILE", action="append", help=meaning)
    meaning = "leave out the session that reopens the figure"
    command.add_argument("--no-session", action="store_true", help=meaning)
    for name, meaning in PAGE_WORDS.items():
        if name in SWITCHES:
            command.add_argument(f"--{name}", action="store_true", default=None, help=meaning)
        else:
            command.add_argument(f"--{name}", metavar="V", help=meaning)
    _add_motion(command)
    _add_view_options(command, views)
    added = set(command._option_string_actions) - before
    names = [name.removeprefix("--") for name in added]
    command.set_defaults(options=[*command.get_default("options"), *names])


def _add_motion(command: argparse.ArgumentParser) -> None:
    meaning = "of an animation: visits, updates, or how many (default 60)"
    command.add_argument("--frames", metavar="V", help=meaning)
    command.add_argument("--fps", metavar="V", help="frames a second (default 5)")
    command.add_argument("--hold", metavar="V", help="seconds the last frame stays (default 2)")
    once = "play an animation only once"
    command.add_argument("--once", action="store_true", default=None, help=once)


def _add_view_options(command: argparse.ArgumentParser, views: Iterable[View]) -> None:
    found: dict[str, Param] = {}
    for view in views:
        found |= params_of(view.options)
    typed = [param for param in found.values() if not param.is_inner]
    flags = "|".join(param.name for param in typed if param.is_flag)
    command.add_argument("--show", metavar="A,B", help=f"more in the figure [{flags}|{_NONE}]")
    for param in typed:
        if not param.is_flag:
            add_param(command, param, dest=OF_VIEW + param.name)


def read_view_options(
    arguments: argparse.Namespace, view: View, session: Session | None, aspect: float
) -> ViewOptions:
    """Return the options of a view: what a session stored, and over it what was typed."""
    stored = {"notation": session.notation, **session.views.get(view.name, {})} if session else {}
    typed = {
        key.removeprefix(OF_VIEW): value
        for key, value in vars(arguments).items()
        if key.startswith(OF_VIEW) and value is not None
    }
    known = params_of(view.options)
    for name in typed:
        if name not in known:
            hint = did_you_mean(flag(name), map(flag, known))
            raise UsageError(f"{flag(name)}: {view.name} has no such option{hint}")
    shown = _shown(arguments.show, view)
    return read_options(view.options, {"aspect": aspect, **stored, **typed, **shown})


def _shown(words: str | None, view: View) -> dict[str, bool]:
    """Return the switches that are turned on; `none` turns all off, those of a session too."""
    known = [name for name, param in params_of(view.options).items() if param.is_flag]
    if words == _NONE:
        return dict.fromkeys(known, False)
    names = [word.strip() for word in words.split(",")] if words else []
    for name in names:
        if name not in known:
            listed = f"; it can show {', '.join(known)}" if known else ""
            hint = did_you_mean(name, known) or listed
            raise UsageError(f"--show {quoted(name)}: {view.name} does not know it{hint}")
    return dict.fromkeys(names, True)


def read_cursor(text: str) -> Callable[[Run], int]:
    """Return what finds the visit in a run: `end`, a visit, or k=N for update N."""
    by_update = text.lower().startswith("k=")
    digits = text[2:] if by_update else text
    if text == "end":
        return lambda run: run.visits
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20):
        raise UsageError(f"--at {quoted(text)}: give a visit, `end`, or an update as in k=3")
    number = int(digits)

    def find(run: Run) -> int:
        most = len(run.history) if by_update else run.visits
        if number > most:
            what = "updates" if by_update else "visits"
            raise UsageError(f"--at {quoted(text)}: the run ends after {most} {what}")
        if not by_update:
            return number
        return int(run.history.visits_of(np.array([number - 1]))[0]) if number else 0

    return find


def read_motion(words: Mapping[str, Any]) -> Motion:
    """Return how an animation moves, in words typed or stored in a session."""
    plain = Motion()
    frames = words.get("frames", plain.frames)
    if frames not in ("visits", "updates"):
        digits = str(frames)
        is_number = digits.isascii() and digits.isdigit() and len(digits) < 6
        if not (is_number and 1 <= int(digits) <= MOST_FRAMES):
            wanted = f"visits, updates, or a number from 1 to {MOST_FRAMES}"
            raise UsageError(f"--frames {quoted(digits)}: give {wanted}")
        frames = int(digits)
    once = words.get("once", False)
    if not isinstance(once, bool):
        raise UsageError(f"--once {quoted(str(once))}: is either true or false")
    fps = _number(words, "fps", plain.fps, 0.1, 50)
    return Motion(frames, fps, not once, _number(words, "hold", plain.hold, 0, 60))


def _number(
    words: Mapping[str, Any], name: str, default: float, least: float, most: float
) -> float:
    value = words.get(name, default)
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = float("nan")
    if not least <= number <= most:
        limits = f"from {least:g} to {most:g}"
        raise UsageError(f"--{name} {quoted(str(value))}: must be a number {limits}")
    return number
