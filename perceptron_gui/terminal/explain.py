"""The options of `run` that change how a run is described, not the run: --explain and its kin."""

from __future__ import annotations

import argparse

from perceptron_gui.base.errors import UsageError
from perceptron_gui.base.params import VISIT, Choice, Flag, option, params_of
from perceptron_gui.base.values import frozen_value
from perceptron_gui.lectures.notation import DEFAULT as DEFAULT_NOTATION
from perceptron_gui.lectures.notation import NOTATIONS, Notation

from .parser import add_param


@frozen_value
class ExplainOptions:
    """What is explained, and in whose symbols."""

    explain: bool = option(False, Flag(), "print the arithmetic of every visit")
    notation: str = option(
        DEFAULT_NOTATION, Choice(tuple(NOTATIONS)), "the lecture whose symbols --explain uses"
    )
    visits: int = option(20, VISIT, "how many visits --explain prints")


_EXPLAINING = params_of(ExplainOptions)


def add_explaining(command: argparse.ArgumentParser) -> None:
    """Add what changes how a run is described."""
    for param in _EXPLAINING.values():
        add_param(command, param)
    command.set_defaults(options=[*command.get_default("options"), *_EXPLAINING])


def wanted_explanation(arguments: argparse.Namespace) -> tuple[Notation, int] | None:
    """Return the notation and the number of visits to explain, or None to explain nothing."""
    given = {name: value for name, value in vars(arguments).items() if name in _EXPLAINING}
    if "explain" not in given:
        for name in given:
            raise UsageError(f"run: --{name} is about --explain; add --explain")
        return None
    if arguments.json is not None:
        raise UsageError("run: --explain prints words and --json numbers; give one of them")
    options = ExplainOptions(**{name: _EXPLAINING[name].read(given[name]) for name in given})
    return NOTATIONS[options.notation], options.visits
