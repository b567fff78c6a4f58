"""A run as a page plays it: which visits are shown, the figure and the words of each.

Shapes and words are held by the ink of the page; a moment is a list of their numbers.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from perceptron_gui.base import latex
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.export.layout.axes import as_sheet, decorations_of
from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.mpl.gif import Build, find_layouts
from perceptron_gui.export.mpl.pen import matplotlib_settings, paint_sheet
from perceptron_gui.figures.description import described
from perceptron_gui.figures.model import label as labels
from perceptron_gui.figures.model.figure import Drawing, Table
from perceptron_gui.figures.model.theme import with_names
from perceptron_gui.lectures.explain import explain
from perceptron_gui.lectures.notation import Notation
from perceptron_gui.theory.run_text.words import headline

from .canvas import PageInk, SvgCanvas

MOST_MOMENTS = 240
_ROUNDS = 3  # of a proved cycle, where they are short enough
_LONGEST_FORMULA = 600  # letters of a line of arithmetic; vectors of many coordinates are longer


@dataclass(frozen=True)
class Visits:
    """The visits that a page shows, and the number of the one that follows the last, if any."""

    shown: tuple[int, ...]
    again: int | None = None  # a proved cycle goes on from there


def all_visits(run: Run, until: int | None, most: int = MOST_MOMENTS) -> Visits:
    """Return visits up to one, or up to the end: all of them, or as many as a page holds.

    Of a long run every update is among them, if they are few enough. The end of a proved cycle is
    some rounds after its beginning.
    """
    found = run.cycle
    if until is None:
        until = run.computed_visits
        if found is not None:
            rounds = max(1, min(_ROUNDS, (most - found.start_visit) // found.period_visits))
            until = found.start_visit + rounds * found.period_visits
    if found is None or until < found.end_visit:
        return Visits(_selected(run, until, {0, until}, most))
    # After the first round it is known that everything comes again.
    back = found.end_visit if until > found.end_visit else found.start_visit
    shown = _selected(run.prolonged(until), until, {0, found.start_visit, back, until}, most)
    return Visits(shown, shown.index(back) + 1)


def _selected(run: Run, until: int, needed: set[int], most: int) -> tuple[int, ...]:
    if until < most:
        return tuple(range(until + 1))
    updates = int(run.updates_at(until))
    if updates + len(needed) <= most:
        needed = needed | set(run.history.visits_of(np.arange(updates)).tolist())
    room = most - len(needed)
    # Integers, since the visits of long runs are more than floats tell apart.
    even = {until * i // (room + 1) for i in range(1, room + 1)}
    return tuple(sorted(needed | even))


@dataclass(frozen=True, eq=False)
class PlayedRun:
    """What a page needs to play a run; `title` is a label, `shows` a sentence about the figure."""

    build: Build
    visits: Visits
    page: Page
    title: str = ""
    shows: str = ""
    run: Run | None = None  # whose visits are put into words
    notation: Notation | None = None
    start: int = 0  # the visit that is shown first
    arithmetic: bool = True  # is told, and not the headline alone
    fps: float | None = None  # None: slowly, and long runs less so
    # What is told of a figure and its visit; else the figure alone, which hides what a step hides.
    described: Callable[[Drawing, int], tuple[str, ...]] | None = None


@dataclass(frozen=True)
class SpokenMoment:
    """What is to be read at a visit: HTML, but for the description."""

    visit: int
    kind: str  # mistake, right, end, cycle, diverged or nothing
    said: str  # a headline and the arithmetic
    notes: str
    described: str  # the figure, for who cannot see it


@dataclass(frozen=True, eq=False)
class Scenes:
    """A run drawn: the shapes or the rows of every moment, and its words."""

    played: PlayedRun
    title: str
    frames: tuple[tuple[int, ...], ...]
    moments: tuple[SpokenMoment, ...]
    size: tuple[float, float] | None = None  # of the figure, in points; None of text alone
    columns: tuple[str, ...] = ()  # of a table, HTML
    left: tuple[int, ...] = ()  # columns of words

    @property
    def fps(self) -> float:
        given = self.played.fps
        return min(8.0, max(2.0, len(self.frames) / 25)) if given is None else given

    @property
    def first(self) -> int:
        """The number of the moment that is shown first."""
        return max(sum(each.visit <= self.played.start for each in self.moments) - 1, 0)


def draw_scenes(played: PlayedRun, ink: PageInk, report: Callable[[], None]) -> Scenes:
    """Draw every moment; `report` is called after each and may raise to cancel."""
    drawings: list[Drawing] = []
    for visit in played.visits.shown:
        drawings.append(played.build(visit))
        report()
    if isinstance(drawings[0], Table):
        tables = [each for each in drawings if isinstance(each, Table)]
        widest = max(tables, key=lambda table: len(table.columns))
        numbered = [tuple(ink.shapes[_row(row)] for row in table.rows) for table in tables]
        said = [(table.title, table.notes, "") for table in tables]
        columns = tuple(map(as_html, widest.columns))
        return _scenes(played, said, numbered, columns=columns, left=widest.left)
    sheets = [as_sheet(drawing) for drawing in drawings]
    say = played.described or (lambda drawing, _visit: described(drawing))
    said = [
        (sheet.title, decorations_of(sheet).notes, " ".join(say(drawing, visit)))
        for sheet, drawing, visit in zip(sheets, drawings, played.visits.shown, strict=True)
    ]
    # The title and the notes are left to the page around the figure.
    bare = [
        replace(
            sheet,
            title="",
            notes=(),
            panels=tuple(replace(p, figure=replace(p.figure, notes=())) for p in sheet.panels),
        )
        for sheet in sheets
    ]
    page = replace(played.page, theme=with_names(played.page.theme))
    layouts = find_layouts(bare, page, report)
    frames: list[tuple[int, ...]] = []
    for sheet in bare:
        around = decorations_of(sheet)
        layout = layouts[around.grid]
        canvas = SvgCanvas(page, layout.letters.em / 10.0, ink, [])
        with matplotlib_settings(page):
            paint_sheet(canvas, sheet, around, layout)
        frames.append(tuple(canvas.drawn))
        report()
    empty = all(panel.is_empty for sheet in bare for panel in decorations_of(sheet).panels)
    size = None if empty else page.points
    return _scenes(played, said, frames, size=size)


def _scenes(
    played: PlayedRun,
    texts: Sequence[tuple[str, tuple[str, ...], str]],
    frames: Sequence[tuple[int, ...]],
    **shown: Any,
) -> Scenes:
    """Return the scenes of frames with a title, notes and a description each.

    `shown` is what else they have.
    """
    titles = [title for title, _, _ in texts]
    is_fixed = len(set(titles)) == 1
    moments = tuple(
        _spoken(played, visit, notes if is_fixed else (title, *notes), told)
        for visit, (title, notes, told) in zip(played.visits.shown, texts, strict=True)
    )
    title = played.title or (titles[-1] if is_fixed else "")
    scenes = Scenes(played, title, tuple(frames), moments, **shown)
    # In experiments nothing changes along the run.
    is_still = len({*frames}) == len({moment.notes for moment in moments}) == 1 < len(frames)
    if played.run is not None and not is_still:
        return scenes
    # The last moment alone, without words on a visit that its figure does not show.
    last = replace(moments[-1], kind="", said="")
    still = replace(played, visits=Visits((last.visit,)))
    return replace(scenes, played=still, frames=scenes.frames[-1:], moments=(last,))


def _spoken(played: PlayedRun, visit: int, notes: Sequence[str], described: str) -> SpokenMoment:
    written = "".join(f"<p>{as_html(note)}</p>" for note in notes if note)
    run, notation = played.run, played.notation
    nothing_plays = not visit and len(played.visits.shown) == 1
    if run is None or notation is None or nothing_plays:
        return SpokenMoment(visit, "", "", written, described)
    said = headline(run, Moment(visit), notation)
    computed = explain(run, visit, notation).steps if played.arithmetic else ()
    formulas = [step.formula for step in computed if len(step.formula) <= _LONGEST_FORMULA]
    steps = "".join(f"<li>{latex.to_html(each)}</li>" for each in formulas)
    kind = said.kind
    if visit and run.updates_at(visit) > run.updates_at(visit - 1):
        kind = "mistake"  # where it ends or comes again, too
    first = f'<p class="headline {kind}">{html.escape(said.full)}</p>'
    return SpokenMoment(visit, kind, f'{first}<ol class="steps">{steps}</ol>', written, described)


def _row(cells: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<td>{as_html(cell)}</td>' for cell in cells)}</tr>"


def as_html(label: str) -> str:
    """Return a label as HTML, with everything escaped that is not mathematics of ours."""
    try:
        return labels.to_html(label)
    except ValueError:  # a dollar sign that opens nothing
        return html.escape(label)
