"""The options of `run` that change how a run is told, not the run: --explain and its kin."""

from __future__ import annotations

import argparse

from perceptron_gui.base.errors import UsageError
from perceptron_gui.base.text import did_you_mean, quoted
from perceptron_gui.lectures.notation import DEFAULT as DEFAULT_NOTATION
from perceptron_gui.lectures.notation import NOTATIONS, Notation

_EXPLAINING = ("explain", "notation", "visits")
_EXPLAINED = 20


def add_explaining(command: argparse.ArgumentParser) -> None:
    """Add what changes how a run is told, not the run."""
    command.add_argument(
        "--explain", action="store_true", help="print the arithmetic of every visit"
    )
    command.add_argument(
        "--notation",
        metavar="V",
        help=f"the lecture whose symbols --explain uses [{'|'.join(NOTATIONS)}] "
        f"(default {DEFAULT_NOTATION})",
    )
    command.add_argument(
        "--visits", metavar="V", help=f"how many visits --explain prints (default {_EXPLAINED})"
    )
    command.set_defaults(options=[*command.get_default("options"), *_EXPLAINING])


def wanted_explanation(arguments: argparse.Namespace) -> tuple[Notation, int] | None:
    """Return the notation and the number of visits to explain, or None to explain nothing."""
    if not arguments.explain:
        for name in ("notation", "visits"):
            if getattr(arguments, name) is not None:
                raise UsageError(f"run: --{name} is about --explain; add --explain")
        return None
    if arguments.json is not None:
        raise UsageError("run: --explain prints words and --json numbers; give one of them")
    notation: str = DEFAULT_NOTATION if arguments.notation is None else arguments.notation
    visits: str = str(_EXPLAINED) if arguments.visits is None else arguments.visits
    if notation not in NOTATIONS:
        listed = f"; it is one of {', '.join(NOTATIONS)}"
        hint = did_you_mean(notation, NOTATIONS) or listed
        raise UsageError(f"--notation {quoted(notation)}: unknown{hint}")
    if not (visits.isascii() and visits.isdigit() and len(visits) < 20):
        raise UsageError(f"--visits {quoted(visits)}: must be a whole number, at least 0")
    return NOTATIONS[notation], int(visits)
