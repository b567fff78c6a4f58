"""The command `figure`: its options, the job for the pens that they make, and the files written.

Experiments write their figures by the same functions.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from perceptron_gui.base.errors import RuleError, UsageError, flag
from perceptron_gui.base.files import check_writable, write, write_atomically
from perceptron_gui.base.params import Param, params_of
from perceptron_gui.base.resources import VERSION
from perceptron_gui.base.text import did_you_mean, nearest, quoted
from perceptron_gui.core.data.library import LECTURE_NAMES, LIBRARY
from perceptron_gui.core.rules.rule import OPTIONS
from perceptron_gui.core.runs.moment import read_place
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.session import Session
from perceptron_gui.document.sources import LoadedData
from perceptron_gui.export.formats.formats import FORMATS, Job, format_of, refuse_unfit, write_file
from perceptron_gui.export.layout.page import MOTION, PAGE, motion_of, page_of, plot_aspect
from perceptron_gui.figures.model.label import readable
from perceptron_gui.figures.model.theme import MARKERS
from perceptron_gui.figures.model.view import View, ViewOptions, read_options
from perceptron_gui.labs.registry import VIEWS

from .parser import (
    OF_VIEW,
    Parser,
    add_classes,
    add_param,
    add_testing,
    lecture_of,
    read_data,
    rule_for,
    training_data,
)
from .progress import Interrupted, at_work, counted, finish, steps
from .summary import notes

_NONE = "none"
_WORDS = "VIEW DATA"


def add_figuring(command: Parser, argv: Sequence[str]) -> None:
    """Add what `figure` takes besides the options of the rule; of the named view, or of all."""
    command.add_argument("words", metavar=_WORDS, nargs="*", help="a view, and the data of its run")
    command.offered[_WORDS] = (*VIEWS, *LIBRARY)
    add_classes(command)
    add_testing(command)
    command.add_argument("--list", action="store_true", help="show the views, each with a sentence")
    # What follows an option may be its value.
    places = zip(["", *argv], argv, strict=False)
    named = (word for before, word in places if word in VIEWS and not before.startswith("-"))
    name = next(named, "")
    if name:
        command.description = f"{name}: {VIEWS[name].shows}"
    add_drawing(command, [VIEWS[name]] if name else VIEWS.values())
    command.set_defaults(view=name)


def why_unknown(view: str, word: str) -> str:
    """Return the sentence on an option that only other views have, or nothing."""
    name = word.split("=")[0].lstrip("-")
    others = {flag(each) for other in VIEWS.values() for each in params_of(other.options)}
    if f"--{name}" not in others:
        return ""
    own = params_of(VIEWS[view].options).values()
    close = nearest(name, [flag(param.name)[2:] for param in own if not param.is_flag])
    hint = f"; did you mean '--{close}'?" if close else ""
    return f"--{name}: {view} has no such option{hint}"


def add_drawing(command: Parser, views: Iterable[View]) -> None:
    """Add where figures of these views are written to, on which page, and their options."""
    command.add_argument("--at", metavar="VISIT|end|k=N", help="after which visit, or update N")
    endings = "|".join(FORMATS)
    meaning = f"where to; its ending chooses the format [{endings}]; may be repeated"
    command.add_argument("--out", metavar="FILE", action="append", help=meaning)
    meaning = "say in sentences what the figure shows, with its numbers"
    command.add_argument("--describe", action="store_true", help=meaning)
    meaning = "leave out the session that reopens the figure"
    command.add_argument("--no-session", action="store_true", help=meaning)
    _add_options_of(command, list(views))
    command.under("page")
    for param in PAGE.values():
        add_param(command, param)
    shapes = {"dest": "letters", "action": "store_const", "const": PAGE["letters"].default}
    old_name: dict[str, Any] = {**shapes, "default": argparse.SUPPRESS, "help": argparse.SUPPRESS}
    command.add_argument("--outlines", **old_name)
    command.under("animation")
    for param in MOTION.values():
        add_param(command, param)
    command.under("")


def _add_options_of(command: Parser, views: Sequence[View]) -> None:
    """Add the options that at least one of the views has."""
    found: dict[str, Param] = {}
    for view in views:
        found |= params_of(view.options)
    typed = [param for param in found.values() if not param.is_inner]
    flags = (*(param.name for param in typed if param.is_flag), _NONE)
    command.under("this view" if len(views) == 1 else "views; add the name of one for its own")
    meaning = f"additions to the figure [{'|'.join(flags)}]"
    command.add_argument("--show", metavar="A,B", help=meaning)
    command.offered["--show"] = flags
    for param in typed:
        if param.is_flag:
            continue
        if param.name not in OPTIONS:
            add_param(command, param, dest=OF_VIEW + param.name)
            continue
        # An option of the rule takes the words of an option of a view, too: --scale log.
        action = command.added[flag(param.name)]
        action.help = f"{action.help}; or {param.meaning} [{'|'.join(param.kind.offered)}]"
        shared = {**(command.get_default("shared") or {}), param.name: tuple(param.choices)}
        command.set_defaults(shared=shared)


def read_view_options(
    arguments: argparse.Namespace,
    view: View,
    session: Session | None,
    aspect: float,
    symbols: str = "",
) -> ViewOptions:
    """Return the options of a view: what a session stored, and over it what was typed.

    `symbols` are those of a lecture that is asked for.
    """
    stored = {"notation": session.notation, **session.views.get(view.name, {})} if session else {}
    if symbols and "notation" in params_of(view.options):
        stored["notation"] = symbols
    typed = {
        key.removeprefix(OF_VIEW): value
        for key, value in vars(arguments).items()
        if key.startswith(OF_VIEW) and value is not None
    }
    for name in typed:
        if name not in params_of(view.options):
            raise UsageError(why_unknown(view.name, flag(name)))
    shown = _shown(arguments.show, view)
    return read_options(view.options, {"aspect": aspect, **stored, **typed, **shown})


def _shown(words: str | None, view: View) -> dict[str, bool]:
    """Return the switches that are turned on; `none` turns all off, those of a session too."""
    known = [name for name, param in params_of(view.options).items() if param.is_flag]
    if words == _NONE:
        return dict.fromkeys(known, False)
    names = [word.strip().replace("-", "_") for word in words.split(",")] if words else []
    for name in names:
        if name not in known:
            listed = f"; it can show {', '.join(known)}" if known else ""
            hint = did_you_mean(name, known) or listed
            raise UsageError(f"--show {quoted(name)}: {view.name} does not know it{hint}")
    return dict.fromkeys(names, True)


def read_cursor(text: str) -> Callable[[Run], int]:
    """Return what finds the visit in a run: `end`, a visit, or k=N for update N."""

    def find(run: Run) -> int:
        try:
            return place(run)
        except RuleError as error:
            raise UsageError(f"--at {error}") from error

    try:
        place = read_place(text)
    except RuleError as error:
        raise UsageError(f"--at {error}") from error
    return find


def make_figures(arguments: argparse.Namespace, typed: dict[str, Any]) -> int:
    """Carry out the command; `typed` are the options of the rule."""
    if arguments.list:
        width = max(map(len, VIEWS)) + 2
        write("".join(f"{view.name:<{width}}{view.shows}\n" for view in VIEWS.values()))
        return 0
    words = arguments.words  # a file that carries a session may stand alone
    if not 1 <= len(words) <= 2:
        raise UsageError("figure: name a view and data, as in: figure boundary xor --out xor.pdf")
    if len(words) == 1 and words[0] in VIEWS and not Path(words[0]).exists():
        raise UsageError(
            f"figure: {quoted(words[0])} is a view; name data after it, as in: "
            f"figure {words[0]} xor --out xor.pdf"
        )
    outs = wanted_files(arguments.out)
    if not outs and not arguments.describe:
        raise UsageError(
            "figure: say where to with --out FILE, its ending chooses the format; or --describe it"
        )
    data = training_data(read_data(words[-1], arguments), arguments)
    name = words[0] if len(words) == 2 else data.session.view if data.session else ""
    if not name:
        known = ", ".join(VIEWS)
        raise UsageError(f"figure: name a view before {quoted(data.name)}: one of {known}")
    if name not in VIEWS:
        hint = did_you_mean(name, VIEWS) or f"; it is one of {', '.join(VIEWS)}"
        raise UsageError(f"figure: there is no view {quoted(name)}{hint}")
    view = VIEWS[name]
    check_formats(view, outs)
    job = trained_job(arguments, view, data, typed)
    write(description_of(job, arguments) + write_figures(job, outs, not arguments.no_session))
    write(notes(remarks_of(job)))
    return 0


def description_of(job: Job, arguments: argparse.Namespace) -> str:
    """Return what the figure shows, a sentence a line, if that is asked for."""
    if not arguments.describe:
        return ""
    return "\n".join((f"{readable(job.title)}.", *job.described(job.drawing()), ""))


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
    lines = []
    for out in outs:
        remark = format_of(_ending(out)).remark(job.page)
        lines.append(f"{out}: {drawn_what}{f'; {remark}' if remark else ''}\n")
    return "".join(lines)


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


def trained_job(
    arguments: argparse.Namespace, view: View, data: LoadedData, typed: dict[str, Any]
) -> Job:
    """Return what is to be drawn, of a run that was trained to its end."""
    session, given = data.session, vars(arguments)
    typed_words = {name: given[name] for name in (*PAGE, *MOTION) if name in given}
    symbols = lecture_of(arguments, data)
    slides = LECTURE_NAMES.get(symbols, "")
    markers = {"markers": slides} if slides in MARKERS else {}  # which few lectures have
    words = {**(session.page if session else {}), **markers, **typed_words}
    motion, page = motion_of(words), page_of(words)
    options = read_view_options(arguments, view, session, plot_aspect(page, view.is_sheet), symbols)
    find = None if arguments.at is None else read_cursor(arguments.at)
    rule, set_by_lecture = rule_for(arguments, data, typed)
    remarks = (*data.remarks, *set_by_lecture)
    dataset, entry = data.dataset, data.entry
    if entry is not None and entry.classes is not None and entry.lecture == symbols:
        dataset = replace(dataset, class_names=entry.classes)
    run = Run(dataset, rule, remarks, steps()) if len(dataset) else None
    if run is not None and finish(run):
        raise Interrupted("interrupted while training; of half a run no figure is drawn")
    stored = session.cursor if session else "end"
    if run is None:
        cursor = 0
    elif find is not None:
        cursor = find(run)
    elif stored == "end":
        cursor = run.visits
    else:  # another rule may have ended sooner
        cursor = stored if run.cycle else min(stored, run.visits)
    return Job(
        view=view,
        dataset=dataset,
        rule=rule,
        run=run and run.prolonged(cursor),  # a cycle goes on forever
        cursor=cursor,
        options=options,
        page=page,
        name=data.name,
        program=VERSION,
        motion=motion,
        page_words=words,
        progress=counted("frame {} of {}"),
    )
