"""The words of the command `figure`, declared and read: views, options, cursor and frames."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import Field, fields
from typing import Any

import numpy as np

from .core.errors import UsageError
from .core.nearest import did_you_mean
from .core.quoting import quoted
from .core.run import Run
from .document.session import Session
from .export.formats import FORMATS
from .export.job import Motion
from .export.page_words import PAGE_WORDS, SWITCHES
from .figures.view import View, ViewOptions, read_options
from .figures.views import VIEWS

# Found from the page, or set by animations.
_INNER = ("aspect", "horizon")
_OF_VIEW = "of_view_"
_MOST_FRAMES = 2000


def add_figuring(command: argparse.ArgumentParser) -> None:
    """Add what `figure` takes besides the options of the rule."""
    before = set(command._option_string_actions)
    command.add_argument("words", metavar="VIEW DATA", nargs="*", help="what to draw, of what data")
    command.add_argument("--list", action="store_true", help="show the views, each with a sentence")
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
    _add_view_options(command)
    added = set(command._option_string_actions) - before
    names = [name.removeprefix("--") for name in added]
    command.set_defaults(options=[*command.get_default("options"), *names])


def _add_motion(command: argparse.ArgumentParser) -> None:
    meaning = "of an animation: visits, updates, or how many (default 60)"
    command.add_argument("--frames", metavar="V", help=meaning)
    command.add_argument("--fps", metavar="V", help="frames a second (default 5)")
    command.add_argument("--hold", metavar="V", help="seconds the last frame stays (default 2)")
    command.add_argument("--once", action="store_true", help="play an animation only once")


def _add_view_options(command: argparse.ArgumentParser) -> None:
    found: dict[str, Field[Any]] = {}
    for view in VIEWS.values():
        found |= {f.name: f for f in fields(view.options) if f.name not in _INNER}
    switches = "|".join(name for name, f in found.items() if f.metadata["kind"] == "switch")
    command.add_argument("--show", metavar="A,B", help=f"more in the figure [{switches}]")
    for name, option in found.items():
        if option.metadata["kind"] == "switch":
            continue
        choices = option.metadata["choices"]
        meaning = option.metadata["meaning"] + (f" [{'|'.join(choices)}]" if choices else "")
        command.add_argument(
            _flag(name), dest=_OF_VIEW + name, metavar="V", help=meaning.replace("%", "%%")
        )


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def read_view_options(
    arguments: argparse.Namespace, view: View, session: Session | None, aspect: float
) -> ViewOptions:
    """Return the options of a view: what a session stored, and over it what was typed."""
    stored = {"notation": session.notation, **session.views.get(view.name, {})} if session else {}
    typed = {
        key.removeprefix(_OF_VIEW): value
        for key, value in vars(arguments).items()
        if key.startswith(_OF_VIEW) and value is not None
    }
    known = {f.name for f in fields(view.options)}
    for name in typed:
        if name not in known:
            raise UsageError(f"{_flag(name)}: {view.name} has no such option")
    shown = dict.fromkeys(_shown(arguments.show, view), True)
    return read_options(view.options, {"aspect": aspect, **stored, **typed, **shown})


def _shown(words: str | None, view: View) -> list[str]:
    names = [word.strip() for word in words.split(",")] if words else []
    known = [f.name for f in fields(view.options) if f.metadata["kind"] == "switch"]
    for name in names:
        if name not in known:
            listed = f"; it can show {', '.join(known)}" if known else ""
            hint = did_you_mean(name, known) or listed
            raise UsageError(f"--show {quoted(name)}: {view.name} does not know it{hint}")
    return names


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


def read_motion(arguments: argparse.Namespace) -> Motion:
    """Return how an animation moves."""
    plain = Motion()
    frames: str | int = plain.frames if arguments.frames is None else arguments.frames
    if isinstance(frames, str) and frames not in ("visits", "updates"):
        if not (frames.isascii() and frames.isdigit() and 1 <= int(frames) <= _MOST_FRAMES):
            wanted = f"visits, updates, or a number from 1 to {_MOST_FRAMES}"
            raise UsageError(f"--frames {quoted(frames)}: give {wanted}")
        frames = int(frames)
    return Motion(
        frames,
        _seconds("fps", arguments.fps, plain.fps, 0.1, 50),
        not arguments.once,
        _seconds("hold", arguments.hold, plain.hold, 0, 60),
    )


def _seconds(name: str, text: str | None, default: float, least: float, most: float) -> float:
    if text is None:
        return default
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not least <= value <= most:
        raise UsageError(f"--{name} {quoted(text)}: must be a number from {least:g} to {most:g}")
    return value
