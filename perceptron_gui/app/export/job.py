"""Choices of the export dialog as jobs for the pens, and what the dialog offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import partial
from typing import Any

from perceptron_gui.app.state.app_state import BOUNDARY
from perceptron_gui.app.window.docks import PLOTS
from perceptron_gui.app.window.pages import DRAWN, EXERCISES, HOME, PLANE, WHY, pages
from perceptron_gui.base.cancel import CancelCheck
from perceptron_gui.base.errors import InputError
from perceptron_gui.base.files import file_name
from perceptron_gui.base.resources import VERSION
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.session import Session
from perceptron_gui.export.formats.formats import FORMATS, Job, sized, write_file
from perceptron_gui.export.layout.page import INCH, motion_of, page_of, plot_aspect
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.view import View, options_given, read_options
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.views.export.choices import ExportChoices, ExportOffer

# What suits one session need not suit the next.
_OF_THE_SESSION = ("notation", "range", "title", "updates", "asked")
_PREVIEW_PIXELS = 900  # along the longer side
_PREVIEW_LINES = 200


@dataclass(frozen=True, eq=False)
class ShownSession:
    """What is on screen: a session, its run as far as it is computed, the visit, a name."""

    session: Session
    run: Run | None
    visit: int
    name: str

    def with_cancel_check(self, check_cancelled: CancelCheck) -> ShownSession:
        """Return the same for work that can be cancelled, and may wait for the verdict."""
        run = self.run and self.run.with_cancel_check(check_cancelled).waiting()
        return replace(self, run=run)


def offer_of(shown: ShownSession) -> ExportOffer:
    titles = pages()
    titles[BOUNDARY] = titles.pop(PLANE)
    del titles[HOME], titles[WHY], titles[EXERCISES]
    titles |= {view: VIEWS[view].heading for view in DRAWN[WHY]}
    titles |= {each: title for each, (title, _is_open) in PLOTS.items()}
    return ExportOffer(
        session="-".join(file_name(shown.name).split()).strip("-. ") or "figure",
        visit=shown.visit,
        visits=0 if shown.run is None else shown.run.visits,
        titles=titles,
    )


def first_choices(stored: Mapping[str, Any], session: Session) -> ExportChoices:
    """Return what was chosen last, with the options that the session has for its views."""
    choices = ExportChoices.of(stored)
    options = {}
    for name, view in VIEWS.items():
        given = {**choices.options.get(name, {}), "notation": session.notation}
        given |= session.views.get(name, {})
        options[name] = options_given(read_options(view.options, _fitting(view, given)))
    return replace(
        choices,
        view=choices.view if choices.view in VIEWS else ExportChoices().view,
        ending=choices.ending if choices.ending in FORMATS else ExportChoices().ending,
        page=choices.page if _can(page_of, choices.page) else {},
        motion=choices.motion if _can(motion_of, choices.motion) else {},
        options={name: given for name, given in options.items() if given},
    )


def to_remember(choices: ExportChoices) -> dict[str, Any]:
    """Return the choices as JSON values, without what belongs to this session only."""
    options = {
        view: {name: value for name, value in given.items() if name not in _OF_THE_SESSION}
        for view, given in choices.options.items()
    }
    kept = {view: given for view, given in options.items() if given}
    return asdict(replace(choices, options=kept))


def job_of(
    shown: ShownSession, choices: ExportChoices, progress: Callable[[int, int], None] | None = None
) -> Job:
    """Return the job that draws and writes what was chosen; an InputError says why not."""
    session, run = shown.session, shown.run
    view, page = VIEWS[choices.view], page_of(choices.page)
    options = {**choices.view_options, "aspect": plot_aspect(page, view.is_sheet)}
    cursor = 0 if run is None else run.visits if choices.until == "end" else shown.visit
    job = Job(
        view=view,
        dataset=session.dataset,
        rule=session.rules[session.shown],
        run=run,
        cursor=cursor if run is None else min(cursor, run.visits),
        options=read_options(view.options, options),
        page=page,
        name=shown.name,
        program=VERSION,
        motion=motion_of(choices.motion),
        page_words=choices.page,
    )
    return job if progress is None else replace(job, progress=progress)


def remark_on(choices: ExportChoices) -> str:
    """Return what is to be known of the file that these choices write, or nothing."""
    return FORMATS[choices.ending].remark(page_of(choices.page))


def preview_of(shown: ShownSession, choices: ExportChoices) -> bytes | str:
    """Return a picture of a figure, or the first lines of what a table is written as."""
    job = sized(job_of(shown, choices), choices.ending)
    if isinstance(job.drawing(), Table):
        ending = "md" if FORMATS[choices.ending].moves else choices.ending
        text = write_file(job, ending, with_session=False).decode()
        return "\n".join(text.splitlines()[:_PREVIEW_LINES])
    dpi = round(_PREVIEW_PIXELS * INCH / max(job.page.width, job.page.height))
    return write_file(replace(job, page=replace(job.page, dpi=dpi)), "png", with_session=False)


def _fitting(view: View, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that a view has and can read: all together, or else those it can alone."""
    names = {field.name for field in fields(view.options)}
    known = {name: value for name, value in given.items() if name in names}
    read = partial(read_options, view.options)
    if _can(read, known):
        return known
    return {name: value for name, value in known.items() if _can(read, {name: value})}


def _can(read: Callable[[Mapping[str, Any]], object], given: Mapping[str, Any]) -> bool:
    try:
        read(given)
    except InputError:
        return False
    return True
