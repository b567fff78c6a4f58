"""Highlighted marks: each has a halo below it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from perceptron_gui.base.params import option
from perceptron_gui.theory.convergence.statement import HIGHLIGHTS

from .marks import Mark, Points, Text
from .options import Names
from .role import Role

# The keys of the marks that a name of `HIGHLIGHTS` means in some figure.
Meanings = dict[str, tuple[str, ...]]


def highlight_option() -> tuple[str, ...]:
    """Declare the option of a view that names what is highlighted."""
    meaning = "what is emphasised, of the things the proofs speak of"
    declared: tuple[str, ...] = option((), Names(tuple(HIGHLIGHTS)), meaning)
    return declared


def with_halos(marks: Iterable[Mark], highlight: Sequence[str], meanings: Meanings) -> list[Mark]:
    """Return marks with a halo right below each highlighted one; labels stay with the marks."""
    keys = {key for name in highlight for key in meanings.get(name, ())}
    found: list[Mark] = []
    for mark in marks:
        if mark.key in keys and not isinstance(mark, Points | Text):
            found.append(replace(mark, key=f"highlight {mark.key}", role=Role.HIGHLIGHT, label=""))
        found.append(mark)
    return found
