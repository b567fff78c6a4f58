"""The command `figure`: a job for the pens made of its arguments, and the files written.

Laboratories write their figures by the same functions.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from perceptron_gui.base.errors import UsageError
from perceptron_gui.base.files import check_writable, write, write_atomically
from perceptron_gui.base.resources import VERSION
from perceptron_gui.base.text import did_you_mean, quoted
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.session import Session
from perceptron_gui.document.sources import LoadedData
from perceptron_gui.export.formats.formats import Job, format_of, refuse_unfit, write_file
from perceptron_gui.export.layout.page import MOTION, PAGE, motion_of, page_of, plot_aspect
from perceptron_gui.figures.model.view import View
from perceptron_gui.labs.registry import VIEWS

from .figure_options import read_cursor, read_view_options
from .lecture import lecture_of, rule_for
from .parser import read_data
from .progress import Interrupted, at_work, counted, finish, steps


def make_figures(arguments: argparse.Namespace, typed: dict[str, Any]) -> int:
    """Carry out the command; `typed` are the options of the rule."""
    if arguments.list:
        width = max(map(len, VIEWS)) + 2
        write("".join(f"{view.name:<{width}}{view.shows}\n" for view in VIEWS.values()))
        return 0
    name, source = _words(arguments.words)
    outs = wanted_files(arguments.out)
    if not outs:
        raise UsageError("figure: say where to with --out FILE; its ending chooses the format")
    data = read_data(source, arguments)
    view = _view(name, data)
    check_formats(view, outs)
    job = trained_job(arguments, view, data, typed)
    notes = "".join(f"Note: {remark}.\n" for remark in remarks_of(job))
    write(write_figures(job, outs, not arguments.no_session) + notes)
    return 0


def remarks_of(job: Job) -> list[str]:
    """Return what a user should know of the run that is shown, or of the data alone."""
    if job.run is None:
        return []
    return list(map(str, job.run.remarks if job.view.tells_run else job.run.given_remarks))


def write_figures(job: Job, outs: Sequence[Path], with_session: bool) -> str:
    """Draw everything first, then write the files; return a line for each."""
    with at_work("drawing"):
        drawn = [(out, write_file(job, _ending(out), with_session)) for out in outs]
    for out, content in drawn:
        write_atomically(out, content)
    where = f" after visit {job.cursor} of {job.run.visits}" if job.run else ""
    drawn_what = f"{job.view.name} of {job.name}{where}"
    return "".join(f"{out}: {drawn_what}{_remark(out, job)}\n" for out in outs)


def _remark(out: Path, job: Job) -> str:
    """Return what is to be known of a file that was written."""
    remark = format_of(_ending(out)).remark(job.page)
    return f"; {remark}" if remark else ""


def _words(words: list[str]) -> tuple[str, str]:
    """Return the view and the data; a file that carries a session may stand alone."""
    if not 1 <= len(words) <= 2:
        raise UsageError("figure: name a view and data, as in: figure boundary xor --out xor.pdf")
    if len(words) == 2:
        return words[0], words[1]
    if words[0] in VIEWS and not Path(words[0]).exists():
        raise UsageError(
            f"figure: {quoted(words[0])} is a view; name data after it, as in: "
            f"figure {words[0]} xor --out xor.pdf"
        )
    return "", words[0]


def wanted_files(names: list[str] | None) -> list[Path]:
    """Return the files to write; what cannot be written is reported before a long run."""
    outs = [Path(name) for name in names or ()]
    for out in outs:
        format_of(_ending(out))
        check_writable(str(out))
    return outs


def check_formats(view: View, outs: Sequence[Path]) -> None:
    """Say before a long run that a file cannot hold what a view shows."""
    for out in outs:
        refuse_unfit(view, _ending(out))


def _ending(out: Path) -> str:
    return out.suffix.removeprefix(".")


def _view(name: str, data: LoadedData) -> View:
    if not name:
        name = data.session.view if data.session else ""
        if not name:
            known = ", ".join(VIEWS)
            raise UsageError(f"figure: name a view before {quoted(data.name)}: one of {known}")
    if name not in VIEWS:
        hint = did_you_mean(name, VIEWS) or f"; it is one of {', '.join(VIEWS)}"
        raise UsageError(f"figure: there is no view {quoted(name)}{hint}")
    return VIEWS[name]


def trained_job(
    arguments: argparse.Namespace, view: View, data: LoadedData, typed: dict[str, Any]
) -> Job:
    """Return what is to be drawn, of a run that was trained to its end."""
    session, given = data.session, vars(arguments)
    typed_words = {name: given[name] for name in (*PAGE, *MOTION) if name in given}
    words = {**(session.page if session else {}), **typed_words}
    motion, page = motion_of(words), page_of(words)
    symbols = lecture_of(arguments, data)
    options = read_view_options(arguments, view, session, plot_aspect(page), symbols)
    find = read_cursor(arguments.at) if arguments.at is not None else _stored_cursor(session)
    rule, set_by_lecture = rule_for(arguments, data, typed)
    remarks = (*data.remarks, *set_by_lecture)
    run = Run(data.dataset, rule, remarks, steps()) if len(data.dataset) else None
    if run is not None and finish(run):
        raise Interrupted("interrupted while training; of half a run no figure is drawn")
    cursor = 0 if run is None else find(run)
    return Job(
        view=view,
        dataset=data.dataset,
        rule=rule,
        run=run and run.prolonged(cursor),  # a cycle goes on for ever
        cursor=cursor,
        options=options,
        page=page,
        name=data.name,
        program=VERSION,
        motion=motion,
        page_words=words,
        progress=counted("frame {} of {}"),
    )


def _stored_cursor(session: Session | None) -> Callable[[Run], int]:
    """Return what finds the visit of a session; another rule may have ended sooner."""
    cursor = session.cursor if session else "end"
    if cursor == "end":
        return lambda run: run.visits
    return lambda run: cursor if run.cycle else min(cursor, run.visits)
