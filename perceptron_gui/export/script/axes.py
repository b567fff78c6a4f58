"""The part of a program that makes axes, has them drawn, and adds titles, a legend and notes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from perceptron_gui.figures.figure import Figure, Panel, Sheet
from perceptron_gui.figures.label import to_plain
from perceptron_gui.figures.marks import Mark, Points, Text

from ..page import INCH, Page
from .words import edges, quoted_axis, quoted_label, quoted_notes

# The parts of the width and of the height of a page that axes have.
Share = tuple[float, float]
_WHOLE: Share = (1.0, 1.0)
# Titles may be about as wide as all that axes have, labels only as long as the axes themselves.
_TITLE = 1.2
# Below this, in millimetres, several figures leave no room for notes.
LEAST_HEIGHT = 90.0
# The size of small letters, how wide they are, and the picture before them in a legend.
_SMALL, _LETTER, _PICTURE = 0.833, 0.45, 4.0


def drawing_lines(
    drawing: Figure | Sheet, panels: Sequence[Panel], page: Page, calls: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    """Yield the lines that draw all panels; `calls` says what draws each figure."""
    if isinstance(drawing, Sheet) and drawing.name == "filmstrip":
        yield from _filmstrip(drawing, panels, page, calls["boundary"])
    elif isinstance(drawing, Sheet):
        yield from _sheet(drawing, panels, page, calls)
    else:
        yield from _axes(panels[0].figure, page, calls)
    if isinstance(drawing, Sheet) and drawing.title:
        yield f"figure.suptitle({quoted_label(drawing.title, page)})"
    notes = [note for panel in panels for note in panel.figure.notes]
    notes += drawing.notes if isinstance(drawing, Sheet) else ()
    if isinstance(drawing, Sheet) and page.height < LEAST_HEIGHT:
        notes = []
    yield from _legend([panel.figure for panel in panels], tuple(dict.fromkeys(notes)), page)


def _sheet(
    sheet: Sheet, panels: Sequence[Panel], page: Page, calls: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    widths = ", ".join(f"{width:g}" for width in sheet.widths)
    shape = f"{sheet.rows}, {len(sheet.widths)}, width_ratios=({widths})"
    yield f"cells = figure.add_gridspec({shape})"
    for panel in panels:
        place = f"cells[{_span(panel.row, panel.rows)}, {_span(panel.column, panel.columns)}], "
        yield from _axes(panel.figure, page, calls, place, _share(panel, sheet))


def _share(panel: Panel, sheet: Sheet) -> Share:
    columns = sheet.widths[panel.column : panel.column + panel.columns]
    return sum(columns) / sum(sheet.widths), panel.rows / sheet.rows


def _span(first: int, count: int) -> str:
    return f"{first}:{first + count}" if count > 1 else str(first)


def _axes(
    figure: Figure,
    page: Page,
    calls: Mapping[str, Sequence[str]],
    place: str = "",
    share: Share = _WHOLE,
) -> Iterator[str]:
    """Yield axes that have a share of the page, and what is drawn into them."""
    made = f"figure.add_subplot({place}{_arguments(figure, page, share)})"
    if not figure.marks and not figure.bare:
        yield made
        return
    yield f"ax = {made}"
    if not figure.marks:
        yield 'ax.axis("off")'
        return
    for name, axis in (("x", figure.x), ("y", figure.y)):
        if axis.whole and not axis.log:
            yield f'ax.locator_params(axis="{name}", integer=True)'
    if figure.bare:
        yield 'ax.axis("off")'
    yield from calls[figure.name]


def _arguments(figure: Figure, page: Page, share: Share, title: str = "") -> str:
    """Return the ranges, labels and the title of axes as arguments."""
    written = []
    across, up = share[0] * page.width, share[1] * page.height
    for name, axis, room in (("x", figure.x, across), ("y", figure.y, up)):
        assert axis.range is not None
        written += [f'{name}scale="log"'] if axis.log else []
        written.append(f"{name}lim={edges(axis.range)}")
        written += [f"{name}label={quoted_axis(axis.title, page, room)}"] if axis.title else []
    if title or figure.title:
        written.append(f"title={title or quoted_axis(figure.title, page, _TITLE * across)}")
    return ", ".join([*written, 'aspect="equal"'] if figure.equal else written)


def _filmstrip(
    sheet: Sheet, panels: Sequence[Panel], page: Page, calls: Sequence[str]
) -> Iterator[str]:
    shown = [int(re.sub(r"\D", "", panel.figure.title)) for panel in panels]
    place = f"{sheet.rows}, {len(sheet.widths)}, place"
    share = _share(panels[0], sheet)
    arguments = _arguments(panels[0].figure, page, share, title='f"$k = {k}$"')
    yield "visits = [0, *(visit for visit, _, _ in updates_until(AT))]"
    yield f"for place, k in enumerate({shown}, start=1):"
    yield f"    ax = figure.add_subplot({place}, {arguments})"
    for call in calls:
        yield f"    {call.replace('AT', 'visits[k]')}"


def _legend(figures: Sequence[Figure], notes: tuple[str, ...], page: Page) -> Iterator[str]:
    """Yield the legend below the axes, with the notes above it."""
    labels = [label for figure in figures for mark in figure.marks for label in _labels(mark)]
    told, note = _notes(notes, page)
    yield from told
    if not any(figure.marks for figure in figures):
        yield f'figure.text(0.5, 0.5, {note}, ha="center", va="center", fontsize="small")'
        return
    if not labels:
        if note:
            yield f'figure.supxlabel({note}, x=0.02, ha="left", fontsize="small")'
        return
    letters = max(len(to_plain(label)) for label in labels)
    entry = page.font * _SMALL * (_PICTURE + _LETTER * letters) / 72 * INCH
    columns = max(1, min(len(set(labels)), int(page.width / entry)))
    look = f'loc="outside lower center", ncols={columns}'
    look += f', title={note}, alignment="left"' if note else ""
    if len(labels) == len(set(labels)):
        yield f"figure.legend({look})"
        return
    yield "entries = {}"
    yield "for ax in figure.axes:"
    yield "    handles, labels = ax.get_legend_handles_labels()"
    yield "    entries |= dict(zip(labels, handles))"
    yield f"figure.legend(entries.values(), entries.keys(), {look})"


def _notes(notes: tuple[str, ...], page: Page) -> tuple[list[str], str]:
    """Return lines that prepare the notes, and the expression that stands for them."""
    lines = quoted_notes(notes, page)
    if len(lines) <= 1:
        return [], "".join(lines)
    return ["notes = [", *(f"    {line}," for line in lines), "]"], '"\\n".join(notes)'


def _labels(mark: Mark) -> tuple[str, ...]:
    """Return what a legend says of a mark."""
    if isinstance(mark, Points):
        return mark.class_names if mark.key == "points" else ()
    # Marks of several points are drawn one by one, each with its label.
    repeats = len(getattr(mark, "x", ())) if mark.key == "visited" else 1
    return (mark.label,) * repeats if mark.label and not isinstance(mark, Text) else ()
