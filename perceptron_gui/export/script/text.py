"""Pieces of program text: functions from files, and values as Python literals."""

from __future__ import annotations

import re
from collections.abc import Collection
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pprint import pformat
from textwrap import indent
from typing import Any

WIDTH = 100
_DEFINED = re.compile(r"^def (\w+)", re.MULTILINE)
# A line of a fragment may end in conditions: it stays where all of them hold.
_CONDITION = re.compile(r" *#\? (?P<flags>.*)$")


@cache
def _fragments() -> dict[str, str]:
    """Return the functions of all files of fragments by name."""
    parts = (files("perceptron_gui.export.script") / "parts").iterdir()
    texts = [path.read_text(encoding="utf-8").strip() for path in parts]
    return {name_of(piece): piece for text in texts for piece in text.split("\n\n\n")}


def name_of(function: str) -> str:
    """Return the name of a function from its text."""
    found = _DEFINED.search(function)
    if found is None:
        raise ValueError(f"a fragment is a function, this is none: {function[:40]!r}")
    return found[1]


def fragment(name: str, rename: str = "", flags: Collection[str] = (), **blanks: str) -> str:
    """Return one function with the lines whose conditions hold, its __blanks__ filled in."""
    lines = [_kept(line, flags) for line in _fragments()[name].split("\n")]
    text = "\n".join(line for line in lines if line is not None)
    if rename:
        text = text.replace(f"def {name}(", f"def {rename}(", 1)
    for blank, content in blanks.items():
        text = text.replace(f"__{blank}__", content)
    return text


def _kept(line: str, flags: Collection[str]) -> str | None:
    found = _CONDITION.search(line)
    if found is None:
        return line
    wanted = found["flags"].split(", ")
    holds = all((flag.removeprefix("not ") in flags) != flag.startswith("not ") for flag in wanted)
    return line[: found.start()] if holds else None


def number(value: Fraction, floating: bool = False) -> int | float | Fraction:
    """Return a number whose repr is its Python literal: 2, Fraction(1, 10), or a float."""
    if floating:
        return float(value)
    return value.numerator if value.denominator == 1 else value


def assigned(name: str, value: Any) -> str:
    """Return the assignment of a literal, in lines that fit."""
    written = pformat(value, width=WIDTH - 4, compact=True, sort_dicts=False)
    one = f"{name} = {written}"
    if "\n" not in written and len(one) <= WIDTH:
        return one
    return f"{name} = (\n{indent(written, '    ')}\n)"
