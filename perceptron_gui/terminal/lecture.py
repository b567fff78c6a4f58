"""The option --as-in-lecture: the rule and the symbols of a lecture, and a remark on what is set.

Alone it means the lecture that an example of the library comes from; with a name any data are
trained as in that lecture.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from perceptron_gui.base.errors import UsageError
from perceptron_gui.base.params import Param
from perceptron_gui.base.text import quoted
from perceptron_gui.core.data.library import LECTURE, LECTURES
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.sources import LoadedData
from perceptron_gui.lectures.notation import DEFAULT, NOTATIONS, Notation
from perceptron_gui.lectures.presets import lecture_rule, typed_changes
from perceptron_gui.theory.inseparable.cycle import typed_advice

from .parser import AS_IN_LECTURE, OWN_LECTURE

_ASKED = Param("as_in_lecture", LECTURE, "", "")


def lecture_of(arguments: argparse.Namespace, data: LoadedData) -> str:
    """Return the lecture that is asked for, or nothing."""
    name: str | None = arguments.as_in_lecture
    if name is None:
        return ""
    if name == OWN_LECTURE:
        if data.entry is not None and data.entry.lecture:
            return data.entry.lecture
        known = ", ".join(LECTURE.offered)
        raise UsageError(
            f"{AS_IN_LECTURE}: {quoted(data.name)} comes from no lecture; name one of {known}"
        )
    return str(_ASKED.read(name))


def rule_for(
    arguments: argparse.Namespace, data: LoadedData, typed: Mapping[str, Any]
) -> tuple[Rule, tuple[str, ...]]:
    """Return the rule to train with, typed options over those of a lecture, and what was set."""
    usual = data.rule_with(typed)
    lecture = lecture_of(arguments, data)
    if not lecture:
        return usual, ()
    rule = lecture_rule(data.entry, lecture, usual, typed)
    changes = typed_changes(usual, rule) or "nothing else to set"
    return rule, (f"as in {LECTURES[lecture]}: {changes}, and its symbols",)


def notation_for(arguments: argparse.Namespace, data: LoadedData, typed: str) -> Notation:
    """Return the symbols that are typed, or those of the lecture that is asked for."""
    return NOTATIONS[typed or lecture_of(arguments, data) or DEFAULT]


def advice_on(run: Run, name: str) -> tuple[str, ...]:
    """Return a remark on what keeps a run from learning, and on what to try."""
    found = typed_advice(run, name)
    return (found[:1].lower() + found[1:],) if found else ()
