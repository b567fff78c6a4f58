"""Figures from Python: `draw` returns a picture that shows itself in a notebook.

It takes the options of the command `figure` as keywords, and refuses wrong ones with the same
sentences. `perceptron_gui.draw` loads this module when it is called.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perceptron_gui.base.errors import RuleError, UsageError, in_python_words
from perceptron_gui.base.files import check_writable, write_atomically
from perceptron_gui.base.params import params_of
from perceptron_gui.base.resources import VERSION
from perceptron_gui.base.text import did_you_mean, quoted
from perceptron_gui.core.data.unseen import TESTING, held_out
from perceptron_gui.core.rules.rule import OPTIONS
from perceptron_gui.core.runs.moment import read_place
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.sources import load_data
from perceptron_gui.export.formats.formats import Job, refuse_unfit, write_file
from perceptron_gui.export.layout.page import MOTION, PAGE, RETIRED, motion_of, page_of, plot_aspect
from perceptron_gui.figures.model.figure import Drawing
from perceptron_gui.figures.model.view import View, read_options
from perceptron_gui.labs.registry import VIEWS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SHOWN_DPI = 100  # on a screen, unless another one is asked for
_NO_RUN = (
    "draw: give a run, as train(points, labels) returns it, or the name of data such as 'xor', not "
)


@dataclass(frozen=True, eq=False)
class NotebookFigure:
    """A figure or a table of a run. A notebook shows it; `save` writes it to a file."""

    job: Job

    @property
    def drawing(self) -> Drawing:
        """What is drawn, as values: axes and marks, or the cells of a table."""
        return self.job.drawing()

    @property
    def description(self) -> str:
        """What the figure shows, in sentences: the points, the line, the values of its curves."""
        return " ".join(self.job.described(self.drawing))

    def save(self, path: str | Path, session: bool = True) -> Path:
        """Write a file; its ending chooses the format. It reopens in the program with a session."""
        target = Path(path)
        ending = target.suffix.removeprefix(".")
        with in_python_words(out="path"):
            refuse_unfit(self.job.view, ending)
            check_writable(str(target))
            write_atomically(target, write_file(self.job, ending, session))
        return target

    def to_matplotlib(self, ax: Axes) -> Axes:
        """Draw on axes of matplotlib, in the coordinates of the figure, and return them."""
        from perceptron_gui.export.mpl.own_axes import draw_on_axes

        room = ax.get_window_extent()
        options = replace(self.job.options, aspect=room.width / room.height)
        draw_on_axes(replace(self.job, options=options).drawing(), ax, self.job.page.theme)
        return ax

    def __repr__(self) -> str:
        job = self.job
        visits = 0 if job.run is None else job.run.computed_visits
        return f"<{job.view.name} of {job.name} after visit {job.cursor} of {visits}>"

    def _repr_svg_(self) -> str | None:
        if self.job.view.is_table:
            return None
        return write_file(self.job, "svg", with_session=False).decode()

    def _repr_png_(self) -> bytes | None:
        if self.job.view.is_table:
            return None
        page = page_of({"dpi": _SHOWN_DPI, **self.job.page_words})
        return write_file(replace(self.job, page=page), "png", with_session=False)

    def _repr_markdown_(self) -> str | None:
        if not self.job.view.is_table:
            return None
        return write_file(self.job, "md", with_session=False).decode()


def draw(
    view: str,
    run: Run | str | Path,
    *,
    at: int | str = "end",
    show: str | Iterable[str] = (),
    ax: Axes | None = None,
    size: str | None = None,
    theme: str = "light",
    font: float | None = None,
    family: str | None = None,
    dpi: float | None = None,
    letters: str = "shapes",
    standalone: bool = False,
    markers: str = "usual",
    **options: Any,
) -> NotebookFigure:
    """Draw a view of a run after a visit; the result shows itself in a notebook.

    view: the name of a view, such as "boundary" or "norms"
    run: what `train` returns; or data by name, trained on with options of a rule
    at: a visit, "end", or an update such as "k=3"
    show: what a view shows besides, as in "margin,equation"
    ax: axes of matplotlib to draw on, too
    options: those of the view; those of animations; and those of the rule of data by name

    >>> draw("norms", "and", tie="minus", at="k=3", theme="dark")
    <norms of and after visit 6 of 24>
    >>> draw("boundary", "xor", show="equation").description[:40]
    '4 points: (0, 0) and (1, 1) of class −1,'

    Options of the page:

    size: the size in print: 85x60mm, 16x9cm, or by name (slide, column, page, poster)
    theme: colours and strokes (light, dark, print, contrast)
    font: size of the letters in points
    family: sans or serif letters
    dpi: pixels an inch (default 200 in files, 100 in a notebook)
    letters: in SVG: shapes, alike everywhere, or text with its fonts
    standalone: TeX: a document of its own
    markers: markers of the classes; melbourne has ● for −1 and ■ for +1 (usual, melbourne)
    """
    given = locals()
    page = {name: given[name] for name, param in PAGE.items() if given[name] != param.default}
    with in_python_words():
        figure = _figure(view, run, at, {**options, **page, "show": show})
        if ax is not None:
            figure.to_matplotlib(ax)
    return figure


def _figure(view: str, run: Any, at: int | str, options: dict[str, Any]) -> NotebookFigure:
    if view not in VIEWS:
        hint = did_you_mean(str(view), VIEWS) or f"; it is one of {', '.join(VIEWS)}"
        raise UsageError(f"draw: there is no view {quoted(str(view))}{hint}")
    chosen, typed, testing = VIEWS[view], dict[str, Any](), dict[str, Any]()
    if isinstance(run, str | Path):
        typed = {key: options.pop(key) for key in list(options) if key in OPTIONS}
        testing = {key: options.pop(key) for key in list(options) if key in TESTING}
    elif not isinstance(run, Run):
        raise UsageError(f"{_NO_RUN}{quoted(str(run))}")
    words, shown = _divided(chosen, options)
    name = "these points"
    if not isinstance(run, Run):
        data = load_data(str(run))
        name = data.name
        kept = held_out(data.dataset, testing)
        run = Run(kept, data.rule_with(typed), data.remarks).finish()
    try:
        cursor = read_place(str(at))(run)
    except RuleError as error:
        raise UsageError(f"at {error}", error.shown) from error
    page = page_of(words)
    return NotebookFigure(
        Job(
            view=chosen,
            dataset=run.dataset,
            rule=run.rule,
            run=run.prolonged(cursor),  # a cycle goes on forever
            cursor=cursor,
            options=read_options(
                chosen.options, {"aspect": plot_aspect(page, chosen.is_sheet), **shown}
            ),
            page=page,
            name=name,
            program=VERSION,
            motion=motion_of(words),
            page_words=words,
        )
    )


def _divided(view: View, options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the words of the page, and the options of the view with what is to be shown."""
    own = params_of(view.options)
    page = {name: value for name, value in options.items() if name in (*PAGE, *MOTION, *RETIRED)}
    rest = {name: value for name, value in options.items() if name not in page and name != "show"}
    for name in rest:
        if name not in own or own[name].is_inner:
            raise UsageError(_unknown(view, name))
    switches = [name for name, param in own.items() if param.is_flag and not param.is_inner]
    shown = dict.fromkeys(_names(options.get("show", ())), True)
    for name in shown:
        if name not in switches:
            listed = f"; it can show {', '.join(switches)}" if switches else ""
            hint = did_you_mean(name, switches) or listed
            raise UsageError(f"draw: show {quoted(name)}: {view.name} does not know it{hint}")
    return page, {**rest, **shown}


def _names(show: str | Iterable[str]) -> list[str]:
    words = show.split(",") if isinstance(show, str) else list(show)
    return [word.strip() for word in words if word.strip()]


def _unknown(view: View, name: str) -> str:
    """Say that a keyword is not known, with what may have been meant."""
    if name in OPTIONS:
        return (
            f"draw: {quoted(name)} is an option of the rule; give it to train, or draw from the "
            "name of data"
        )
    own = [each for each, param in params_of(view.options).items() if not param.is_inner]
    known = ["at", "show", *PAGE, *MOTION, *own]
    hint = did_you_mean(name, known) or f"; it has {', '.join(known)}"
    return f"draw: {view.name} has no option {quoted(name)}{hint}"
