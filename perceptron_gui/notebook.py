"""Figures from Python: `draw` returns a picture that shows itself in a notebook.

It takes the options of the command `figure` as keywords, and refuses wrong ones with the same
sentences. `perceptron_gui.draw` loads this module when it is called.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from perceptron_gui.base.errors import UsageError
from perceptron_gui.base.files import check_writable, write_atomically
from perceptron_gui.base.params import params_of
from perceptron_gui.base.resources import VERSION
from perceptron_gui.base.text import did_you_mean, quoted
from perceptron_gui.core.rules.rule import OPTIONS
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.sources import load_data
from perceptron_gui.export.formats.formats import Job, refuse_unfit, write_file
from perceptron_gui.export.layout.page import MOTION, PAGE, RETIRED, motion_of, page_of, plot_aspect
from perceptron_gui.figures.model.figure import Drawing
from perceptron_gui.figures.model.view import View, read_options
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.terminal.figure import read_cursor

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
        refuse_unfit(self.job.view, ending)
        check_writable(str(target))
        write_atomically(target, write_file(self.job, ending, session))
        return target

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
    view: str, run: Run | str | Path, *, at: int | str = "end", **options: Any
) -> NotebookFigure:
    """Draw a view of a run after a visit; options are those of the command `figure`.

    Instead of a run there may be the name of data, which is trained on with the options of a rule.
    """
    chosen = _view(view)
    if isinstance(run, Run):
        words, shown = _divided(chosen, options)
        name = "these points"
    elif isinstance(run, str | Path):
        typed = {key: options.pop(key) for key in list(options) if key in OPTIONS}
        words, shown = _divided(chosen, options)
        data = load_data(str(run))
        name = data.name
        run = Run(data.dataset, data.rule_with(typed), data.remarks).finish()
    else:
        raise UsageError(f"{_NO_RUN}{quoted(str(run))}")
    cursor = read_cursor(str(at))(run)
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


def _view(name: str) -> View:
    if name not in VIEWS:
        hint = did_you_mean(str(name), VIEWS) or f"; it is one of {', '.join(VIEWS)}"
        raise UsageError(f"draw: there is no view {quoted(str(name))}{hint}")
    return VIEWS[name]


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
