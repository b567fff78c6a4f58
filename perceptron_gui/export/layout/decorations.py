"""What stands around the marks of a drawing: titles, legends, axes and notes.

The layout depends on this alone, so frames of an animation share one by merging theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest

from perceptron_gui.base.errors import UsageError
from perceptron_gui.figures.model.axes import with_ranges
from perceptron_gui.figures.model.figure import (
    Axis,
    Drawing,
    LegendEntry,
    Panel,
    Sheet,
    Table,
    entries,
    united,
)


@dataclass(frozen=True)
class AxesDecorations:
    """The axes of a figure, all with ranges; those that a neighbour shows have no labels."""

    x: Axis
    y: Axis
    right: Axis | None = None
    unlabelled_x: bool = False
    unlabelled_y: bool = False
    equal: bool = False  # a unit is as long on both


@dataclass(frozen=True)
class PanelDecorations:
    """What stands around one figure; an animation may show several `axes` in turn."""

    row: int
    column: int
    rows: int
    columns: int
    title: str
    legend: tuple[LegendEntry, ...]
    axes: tuple[AxesDecorations, ...]
    bare: bool
    is_empty: bool  # neither axes nor marks


@dataclass(frozen=True)
class Decorations:
    """What stands around the panels of a page."""

    title: str
    notes: tuple[str, ...]
    panels: tuple[PanelDecorations, ...]
    rows: int
    widths: tuple[float, ...]
    is_strip: bool  # all panels show the same view

    @property
    def legend(self) -> tuple[LegendEntry, ...]:
        """One legend for all panels, where they show the same view; else each has its own."""
        return united(panel.legend for panel in self.panels) if self.is_strip else ()

    @property
    def grid(self) -> tuple[object, ...]:
        """What pages have in common that can share a layout."""
        places = [(each.row, each.column, each.rows, each.columns) for each in self.panels]
        return (self.rows, self.widths, *places)


def as_sheet(drawing: Drawing) -> Sheet:
    """Return a sheet whose figures have ranges; a figure alone gives it title and notes."""
    if isinstance(drawing, Table):
        raise UsageError(f"{drawing.name} is a table; it is written, not drawn")
    if isinstance(drawing, Sheet):
        panels = tuple(replace(each, figure=with_ranges(each.figure)) for each in drawing.panels)
        return replace(drawing, panels=panels)
    bare = replace(with_ranges(drawing), title="", notes=())
    return Sheet(drawing.name, (Panel(bare, 0, 0),), 1, (1.0,), drawing.title, drawing.notes)


def decorations_of(sheet: Sheet) -> Decorations:
    """Return what stands around the marks of a sheet, as it comes from `as_sheet`."""
    notes = [*(note for panel in sheet.panels for note in panel.figure.notes), *sheet.notes]
    panels = tuple(
        PanelDecorations(
            *(panel.row, panel.column, panel.rows, panel.columns),
            panel.figure.title,
            entries(panel.figure.marks),
            (_axes(panel, sheet),),
            panel.figure.bare,
            panel.figure.bare and not panel.figure.marks,
        )
        for panel in sheet.panels
    )
    is_strip = len({panel.figure.name for panel in sheet.panels}) == 1
    grid = sheet.rows, sheet.widths
    return Decorations(sheet.title, tuple(dict.fromkeys(notes)), panels, *grid, is_strip)


def _axes(panel: Panel, sheet: Sheet) -> AxesDecorations:
    figure, unlabelled_x, unlabelled_y = panel.figure, False, False
    for p in sheet.panels:
        if (p.column, p.columns) == (panel.column, panel.columns) and p.row > panel.row:
            unlabelled_x |= p.figure.x == figure.x
        if (p.row, p.rows) == (panel.row, panel.rows) and p.column + p.columns == panel.column:
            unlabelled_y |= p.figure.y == figure.y
    ranges = figure.x, figure.y, figure.right
    return AxesDecorations(*ranges, unlabelled_x, unlabelled_y, figure.equal)


def merged(frames: Sequence[Decorations], width: Callable[[str], float]) -> Decorations:
    """Return the most that any frame of one grid has; `width` tells which words are longer."""
    return replace(
        frames[0],
        title=max((frame.title for frame in frames), key=width),
        notes=tuple(
            max(notes, key=width)
            for notes in zip_longest(*(frame.notes for frame in frames), fillvalue="")
        ),
        panels=tuple(
            replace(
                panels[0],
                title=max((panel.title for panel in panels), key=width),
                legend=united(panel.legend for panel in panels),
                axes=tuple(dict.fromkeys(chain.from_iterable(panel.axes for panel in panels))),
                is_empty=all(panel.is_empty for panel in panels),
            )
            for panels in zip(*(frame.panels for frame in frames), strict=True)
        ),
    )
