"""Tables as Markdown. As CSV they are written by `csv_pen`, for LaTeX by `tikz_table`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from perceptron_gui.figures.figure import Table
from perceptron_gui.figures.label import parts

# What Markdown would take for markup in words.
_MARKUP = re.compile(r"[\\`*_{}\[\]<>#|~$]")
# What Python makes of bytes that are no text; UTF-8 has no way to write them.
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def write_markdown(table: Table) -> str:
    """Return a table as Markdown with pipes; mathematics stays between dollar signs."""
    rules = [":--" if number in table.left else "--:" for number in range(len(table.columns))]
    rows = [_row(table.columns), f"|{'|'.join(rules)}|", *map(_row, table.rows)]
    title = [f"**{_text(table.title)}**", ""] if table.title else []
    notes = [line for note in table.notes for line in ("", _text(note))]
    return "\n".join([*title, *rows, *notes]) + "\n"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(_text, cells))} |"


def _text(label: str) -> str:
    return "".join(_formula(text) if is_math else _words(text) for is_math, text in parts(label))


def _formula(mathematics: str) -> str:
    r"""Return a formula in which no pipe ends the cell: \| is \Vert to LaTeX."""
    without_pipes = mathematics.replace(r"\|", r"\Vert ").replace("|", r"\vert ")
    return f"${without_pipes}$"


def _words(words: str) -> str:
    encodable = _LONE_SURROGATE.sub("\ufffd", " ".join(words.split("\n")))
    return _MARKUP.sub(r"\\\g<0>", encodable)
