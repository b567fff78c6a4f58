"""The table of formats: the ending of a file's name chooses what writes it.

A new format is a writer and a row here: command line, export dialog and tests read the table.
Writers are imported when they are needed; matplotlib takes most of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from perceptron_gui.base.cancel import Progress, no_progress
from perceptron_gui.base.errors import UNUSABLE, OptionError
from perceptron_gui.base.params import params_of
from perceptron_gui.base.text import did_you_mean, quoted
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.embed.carrier import embed
from perceptron_gui.document.model.session import Session, write_session
from perceptron_gui.export.layout.page import Motion, Page, page_of, plot_aspect
from perceptron_gui.figures.description import described_data, described_with_run
from perceptron_gui.figures.model.figure import Drawing, Table
from perceptron_gui.figures.model.label import from_user, readable
from perceptron_gui.figures.model.view import View, ViewOptions, draw, options_given

from .tables import write_csv_figure, write_markdown

if TYPE_CHECKING:
    from perceptron_gui.export.pages.live import LiveScene
    from perceptron_gui.export.pages.played import PlayedRun, Visits

# A screen shows no more, and a file of many frames is soon too large to mail.
_MOVING_DPI = 100
# On a page of the browser: sides in millimetres, so that letters can be read on a phone, too.
_FIGURE_MM, _SHEET_MM, _SCREEN_FONT = (135.0, 98.0), (180.0, 130.0), 10.0
_PLAYED_DETAIL = 300
_OTHER_ANIMATIONS = ("apng", "webp", "mp4")  # which people may ask for
_PLANE = "boundary"
# Options of the plane that a live page follows, or has no use for.
_LIVE_OPTIONS = {"notation", "range", "title", "caption", "aspect", "detail", "horizon", "result"}
_LIVE_OPTIONS |= {"visited", "probability", "axes", "residuals"}
_LARGEST_PAGE, _FEWEST = 950_000, 40  # bytes, and the visits below which it may be larger


@dataclass(frozen=True, eq=False)
class Job:
    """All that a writer needs; `page_words` are the options of the page as typed or stored."""

    view: View
    dataset: Dataset
    rule: Rule
    run: Run | None  # none where there are no points
    cursor: int
    options: ViewOptions
    page: Page
    name: str = ""
    program: str = ""  # the version that writes the file
    motion: Motion = field(default_factory=Motion)
    page_words: Mapping[str, Any] = field(default_factory=dict)
    progress: Progress = no_progress

    @property
    def title(self) -> str:
        """The title that was asked for, or the view and the data, as a label."""
        name = from_user(PurePath(self.name).name or "your points")
        return self.options.title or f"{self.view.heading}: {name}"

    def drawing(self) -> Drawing:
        return draw(self.view, self.dataset, self.run, self.cursor, self.options)

    def frame(self, cursor: int) -> Drawing:
        """Build the figure after another visit, on the axes that the last one has."""
        says_when = self.options.caption or not self.motion.no_counter
        options = self.moving(horizon=self.cursor, caption=says_when)
        return draw(self.view, self.dataset, self.run, cursor, options)

    def moving(self, **changes: Any) -> ViewOptions:
        """Return the options of one figure of many: each rings the point that it has visited."""
        if "visited" in params_of(self.view.options):
            changes["visited"] = True
        return replace(self.options, **changes)

    def described(self, drawing: Drawing, cursor: int | None = None) -> tuple[str, ...]:
        """Return what the drawing after a visit shows, in sentences."""
        if self.run is None or not self.view.tells_run:
            return described_data(drawing, self.dataset)
        visit = self.cursor if cursor is None else cursor
        return described_with_run(drawing, self.run, visit, self.options.symbols)

    def session(self) -> Session:
        """Return what reopens as this figure."""
        at_end = self.run is None or self.cursor == self.run.computed_visits
        apart = ("aspect", "notation")  # found from the page, and stored for all views
        given = {k: v for k, v in options_given(self.options).items() if k not in apart}
        return Session(
            dataset=self.dataset,
            name=PurePath(self.name).name,  # not where it lay on this machine
            rules=(self.rule,),
            shown=0,
            cursor="end" if at_end else self.cursor,
            notation=self.options.notation,
            view=self.view.name,
            views={self.view.name: given} if given else {},
            page=dict(self.page_words),
            program=self.program,
        )


@dataclass(frozen=True)
class Format:
    """What a format is for, how it is written, what it can hold and which options it uses."""

    meaning: str
    write: Callable[[Job], bytes]
    session_in: str = ""  # the kind of file a session is embedded in, of `document.embed.carrier`
    page_options: tuple[str, ...] = ()
    size: str = ""  # of a page whose size nobody asked for, if that is not as `Page` says
    tables: bool = False  # can hold a table
    figures: bool = True  # can hold a figure
    moves: bool = False  # is an animation
    has_controls: bool = False  # its reader sets the speed
    remark: Callable[[Page], str] = lambda page: ""  # what is said of a file that was written

    def holds(self, view: View) -> bool:
        return self.tables if view.is_table else self.figures


def write_file(job: Job, ending: str, with_session: bool = True) -> bytes:
    """Return the bytes of the file, with its session embedded where the format allows it."""
    refuse_unfit(job.view, ending)
    chosen = format_of(ending)
    job = sized(job, ending)
    written = chosen.write(job)
    if not (with_session and chosen.session_in):
        return written
    return embed(written, chosen.session_in, write_session(job.session()))


def sized(job: Job, ending: str) -> Job:
    """Return a job on a page as large as a format has it, if nobody asked for a size."""
    size = format_of(ending).size
    if size == "column" and job.view.is_sheet:
        size = "page"
    if not size or "size" in job.page_words:
        return job
    page = page_of({**job.page_words, "size": size})
    aspect = plot_aspect(page, job.view.is_sheet)
    return replace(job, page=page, options=replace(job.options, aspect=aspect))


def format_of(ending: str) -> Format:
    """Return the format of a file's ending, without its dot."""
    if ending.lower() not in FORMATS:
        hint = did_you_mean(ending, FORMATS) or f"; it is one of {', '.join(FORMATS)}"
        if ending.lower() in _OTHER_ANIMATIONS:
            moving = (f".{each}" for each, row in FORMATS.items() if row.moves)
            hint = f"; write an animation as {' or '.join(moving)}"
        why = f"files ending in {quoted('.' + ending)} are unknown{hint}"
        raise OptionError("out", UNUSABLE, why=why)
    return FORMATS[ending.lower()]


def refuse_unfit(view: View, ending: str) -> None:
    """Raise an OptionError where a format cannot hold what a view shows."""
    if not format_of(ending).holds(view):
        kind = "table" if view.is_table else "figure"
        listed = ", ".join(f".{end}" for end, row in FORMATS.items() if row.holds(view))
        why = f"{view.name} is a {kind}; write it as one of {listed}"
        raise OptionError("out", UNUSABLE, why=why)


def _picture(kind: str, job: Job) -> bytes:
    from perceptron_gui.export.mpl.pen import PICTURES

    drawing = job.drawing()
    words = readable(job.title), "\n".join(job.described(drawing))
    return PICTURES[kind](drawing, job.page, words)


def _tex(job: Job) -> bytes:
    from perceptron_gui.export.tikz.pen import write_tex

    return write_tex(job.drawing(), job.page).encode()


def _markdown(job: Job) -> bytes:
    drawing = job.drawing()
    assert isinstance(drawing, Table)
    return write_markdown(drawing).encode()


def _script(job: Job) -> bytes:
    from perceptron_gui.export.script.pen import write_script

    if job.run is None:
        raise OptionError("out", UNUSABLE, why="a program needs points to train on")
    rule = job.run.rule
    if rule.uses_option("l1") and rule.l1 and rule.solver == "closed":
        why = "a program does not find weights with the penalty l1 at once; take the solver gd"
        raise OptionError("out", UNUSABLE, why=why)
    return write_script(job.view, job.run, job.cursor, job.options, job.page).encode()


def _animation(job: Job) -> bytes:
    from perceptron_gui.export.mpl.gif import animate, choose_frames

    cursors = [0] if job.run is None else choose_frames(job.run, job.cursor, job.motion.frames)
    page = job.page if "dpi" in job.page_words else replace(job.page, dpi=_MOVING_DPI)
    return animate(job.frame, cursors, page, job.motion, job.progress)


def played_run(job: Job, most: int | None = None) -> PlayedRun:
    """Return a job as a page plays it, with at most so many visits.

    Without a size that was asked for, the page is one that suits screens, and small ones too.
    """
    from perceptron_gui.export.pages.played import PlayedRun

    page, words = job.page, job.page_words
    if "size" not in words:
        width, height = _SHEET_MM if job.view.is_sheet else _FIGURE_MM
        page = replace(page, width=width, height=height, font=words.get("font", _SCREEN_FONT))
    if "family" not in words:
        page = replace(page, family="sans")
    visits = _played_visits(job, most)
    run = job.run and job.run.prolonged(visits.shown[-1])
    options = job.moving(
        aspect=plot_aspect(page, job.view.is_sheet),
        horizon=visits.shown[-1],
        detail=min(job.options.detail, _PLAYED_DETAIL),
    )
    return PlayedRun(
        build=lambda cursor: draw(job.view, job.dataset, run, cursor, options),
        visits=visits,
        page=page,
        title=job.options.title,
        shows=job.view.shows,
        run=run,
        notation=job.options.symbols,
        fps=job.motion.fps if "fps" in words else None,
        described=replace(job, run=run).described,
    )


def _played_visits(job: Job, most: int | None) -> Visits:
    from perceptron_gui.export.mpl.gif import choose_frames
    from perceptron_gui.export.pages.played import MOST_MOMENTS, Visits, all_visits

    if job.run is None:
        return Visits((0,))
    if "frames" in job.page_words:  # the reader sets the speed, but which frames may be asked for
        return Visits(tuple(choose_frames(job.run, job.cursor, job.motion.frames)))
    is_end = job.cursor >= job.run.computed_visits
    return all_visits(job.run, None if is_end else job.cursor, most or MOST_MOMENTS)


def _page(job: Job) -> bytes:
    """Return a live page, or one of figures; of a run that is too large, with fewer visits."""
    from perceptron_gui.export.pages.live import can_be_live
    from perceptron_gui.export.pages.page import page_html
    from perceptron_gui.export.pages.played import Visits

    theme, program = job.page.theme, job.program
    if job.run is not None and _is_plain_plane(job) and can_be_live(job.run):
        still = replace(played_run(job), visits=Visits((job.cursor,)))
        scene = _live_scene(job, job.run)
        return page_html(job.title, [scene], theme, program, still, progress=job.progress)
    most: int | None = None
    while True:
        played = played_run(job, most)
        page = page_html(job.title, [played], theme, program, progress=job.progress)
        count = len(played.visits.shown)
        if len(page) <= _LARGEST_PAGE or count <= _FEWEST or "frames" in job.page_words:
            return page
        most = max(_FEWEST, min(count * 3 // 4, count * _LARGEST_PAGE // len(page)))


def _is_plain_plane(job: Job) -> bool:
    """Tell whether nothing is asked for that a live plane does not show."""
    shown = options_given(job.options).keys() <= _LIVE_OPTIONS
    return job.view.name == _PLANE and shown and "frames" not in job.page_words


def _live_scene(job: Job, run: Run) -> LiveScene:
    from perceptron_gui.export.pages.live import LiveScene

    end = run.computed_visits if run.cycle is None else run.cycle.end_visit
    visit = None if job.cursor == end else job.cursor
    return LiveScene(run, job.options.symbols, job.session(), visit, job.options.range)


_DRAWN = ("size", "theme", "markers", "font", "family")
_PIXELS, _SHAPES = (*_DRAWN, "dpi"), (*_DRAWN, "letters")
FORMATS: dict[str, Format] = {
    "png": Format("a picture in pixels", partial(_picture, "png"), "png", _PIXELS),
    "svg": Format(
        "vectors, for the web and for editing",
        partial(_picture, "svg"),
        "svg",
        _SHAPES,
        remark=lambda page: (
            f"letters as {'text, with its fonts inside' if page.letters == 'text' else 'shapes'}"
        ),
    ),
    "pdf": Format(
        "vectors with their fonts, for papers",
        partial(_picture, "pdf"),
        "pdf",
        _DRAWN,
        size="column",
    ),
    "tex": Format(
        "PGFPlots, or a tabular, for LaTeX",
        _tex,
        "tex",
        (*_DRAWN, "standalone"),
        size="column",
        tables=True,
    ),
    "csv": Format(
        "the numbers that are plotted",
        lambda job: write_csv_figure(job.drawing()).encode(),
        tables=True,
    ),
    "gif": Format(
        "an animation over the run", _animation, "gif", _PIXELS, size="slide", moves=True
    ),
    "html": Format(
        "a page for the browser that steps through the run",
        _page,
        "html",
        _DRAWN,
        tables=True,
        moves=True,
        has_controls=True,
    ),
    "md": Format("a table in Markdown", _markdown, "md", tables=True, figures=False),
    "py": Format("a program that trains and draws the same", _script, "py", _DRAWN, tables=True),
    "json": Format(
        "the session alone", lambda job: write_session(job.session()).encode(), tables=True
    ),
}
