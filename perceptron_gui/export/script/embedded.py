"""A figure whose numbers a short program cannot compute again: they are written into it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import singledispatchmethod

import numpy as np

from perceptron_gui.export.layout.page import Page
from perceptron_gui.figures.model import marks
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Values
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import Style

from .text import edges, look_of, packed, plain_number, quoted_label

_INDENT = "    "
_ACROSS = {"w": "left", "e": "right"}
_UP = {"n": "top", "s": "bottom"}


def embedded_function(name: str, figure: Figure, page: Page) -> str:
    """Return a function that draws the marks of a figure, their numbers written out."""
    writer = _MarkWriter(page)
    lines = [
        f"def {name}(ax):",
        '    """Draw what perceptron-gui has found; these numbers are not computed here."""',
    ]
    if figure.right is not None and figure.right.range is not None:
        label = quoted_label(figure.right.title, page)
        lines.append(f"{_INDENT}right = ax.twinx()")
        lines.append(f"{_INDENT}right.set(ylim={edges(figure.right.range)}, ylabel={label})")
    for mark in figure.marks:
        lines += writer.lines(mark)
    return "\n".join(lines)


class _MarkWriter:
    """Writes every mark as calls of matplotlib."""

    def __init__(self, page: Page) -> None:
        self._page = page

    @singledispatchmethod
    def lines(self, mark: object) -> Iterator[str]:
        """Yield the lines that draw a mark."""
        raise TypeError(f"{type(mark).__name__} is not a mark")

    @lines.register
    def _(self, mark: marks.Line | marks.Steps | marks.Dots) -> Iterator[str]:
        ax, label = "right" if mark.right else "ax", self._label(mark.label)
        call = 'step(x, y, where="post"' if isinstance(mark, marks.Steps) else "plot(x, y"
        look = self._look("DOTS" if isinstance(mark, marks.Dots) else "LINE", mark.role)
        yield from _assigned(x=mark.x, y=mark.y)
        yield f"{_INDENT}{ax}.{call}{label}, {look})"

    @lines.register
    def _(self, mark: marks.Points) -> Iterator[str]:
        names = dict(zip((Role.NEGATIVE, Role.POSITIVE), mark.class_names, strict=True))
        for truth, predicted, group in mark.groups():
            if group.any():
                style = replace(self._style(truth), fill=self._style(predicted).fill)
                style = style.scaled(mark.size)
                label = self._label(names.pop(truth, ""))
                yield from _assigned(x=mark.x[group], y=mark.y[group])
                yield f"{_INDENT}ax.plot(x, y{label}, {look_of('DOTS', style, self._page)})"

    @lines.register
    def _(self, mark: marks.Region) -> Iterator[str]:
        label = self._label(mark.label)
        for x, y in mark.rings:
            yield from _assigned(x=x, y=y)
            yield f"{_INDENT}ax.fill(x, y, {self._filling(mark.role)}{label})"
            label = ""

    @lines.register
    def _(self, mark: marks.Band) -> Iterator[str]:
        yield from _assigned(x=mark.x, low=mark.lower, high=mark.upper)
        look = f"{self._filling(mark.role)}, linewidth=0"
        ax, label = "right" if mark.right else "ax", self._label(mark.label)
        yield f"{_INDENT}{ax}.fill_between(x, low, high, {look}{label})"

    @lines.register
    def _(self, mark: marks.Arrow) -> Iterator[str]:
        ends = ((mark.x0, mark.y0), (mark.x1, mark.y1))
        tail, tip = ((plain_number(x), plain_number(y)) for x, y in ends)
        look = f'arrowprops=dict({self._look("LINE", mark.role)}, arrowstyle="-|>")'
        yield f'{_INDENT}ax.annotate("", ({", ".join(tip)}), ({", ".join(tail)}), {look})'

    @lines.register
    def _(self, mark: marks.RuleLine) -> Iterator[str]:
        call = "axvline" if mark.vertical else "axhline"
        at, label = plain_number(mark.at), self._label(mark.label)
        yield f"{_INDENT}ax.{call}({at}{label}, {self._look('LINE', mark.role)})"

    @lines.register
    def _(self, mark: marks.Text) -> Iterator[str]:
        where = ", transform=ax.transAxes" if mark.in_axes else ""
        across = next((_ACROSS[side] for side in mark.anchor if side in _ACROSS), "center")
        up = next((_UP[side] for side in mark.anchor if side in _UP), "center")
        words = quoted_label(mark.text, self._page)
        place = f"{plain_number(mark.x)}, {plain_number(mark.y)}, {words}"
        size = f"fontsize={mark.scale * self._page.font:.3g}, clip_on=True"
        look = f'color={self._look("COLOR", mark.role)}, ha="{across}", va="{up}", {size}{where}'
        yield f"{_INDENT}ax.text({place}, {look})"

    def _style(self, role: Role) -> Style:
        return self._page.theme.style(role)

    def _look(self, kind: str, role: Role) -> str:
        return look_of(kind, self._style(role), self._page)

    def _filling(self, role: Role) -> str:
        style = self._style(role)
        return f'color="{style.fill or style.color}", alpha={style.opacity:g}'

    def _label(self, label: str) -> str:
        return f", label={quoted_label(label, self._page)}" if label else ""


def _assigned(**columns: Values) -> Iterator[str]:
    """Yield lines that assign lists of numbers, as many in a line as fit."""
    for name, values in columns.items():
        numbers = [f"{_written(value)}," for value in np.asarray(values).tolist()]
        whole = f"{_INDENT}{name} = [{' '.join(numbers).removesuffix(',')}]"
        if len(whole) <= 100:
            yield whole
        else:
            yield f"{_INDENT}{name} = ["
            yield from packed(numbers, 2 * _INDENT)
            yield f"{_INDENT}]"


def _written(value: float) -> str:
    return plain_number(value) if np.isfinite(value) else "math.nan"
