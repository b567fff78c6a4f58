"""The command `lab`: runs an experiment, prints it, writes it as JSON and draws it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from perceptron_gui.base.errors import DataError, UsageError
from perceptron_gui.base.files import check_writable, write, write_report
from perceptron_gui.base.text import aligned
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.report import data_report, rule_report
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.view import ViewOptions
from perceptron_gui.labs.lab import Lab
from perceptron_gui.theory.run_text.heading import heading

from .figure import (
    add_drawing,
    check_formats,
    description_of,
    remarks_of,
    trained_job,
    wanted_files,
    write_figures,
)
from .parser import OF_VIEW, Parser, read_data
from .progress import Interrupted, carry_out
from .summary import notes

_INTERRUPTED = "interrupted; this is what was known by then"


def carry_out_lab(lab: Lab, run: Run, options: ViewOptions) -> tuple[Any, bool]:
    """Run an experiment with a progress bar; return its result, stored, and if Ctrl-C ended it."""
    experiment, doing = lab.experiment(run, options), lab.doing.format(options)
    is_interrupted = carry_out(experiment, lambda: (experiment.done / experiment.total, doing))
    result = experiment.result()
    lab.store(run, options, result)
    return result, is_interrupted


def experiment(arguments: argparse.Namespace, typed: dict[str, Any]) -> int:
    """Carry out the command; `typed` are the options of the rule."""
    laboratory: Lab | None = arguments.laboratory
    if laboratory is None:
        raise UsageError("lab: name an experiment and data, as in: lab orders and --tie minus")
    Rule.of(typed)  # a wrong option is reported before a file is read
    view, outs = laboratory.view, wanted_files(arguments.out)
    check_formats(view, outs)
    check_writable(arguments.json)
    data = read_data(arguments.data, arguments)
    job = trained_job(arguments, view, data, typed)
    if (run := job.run) is None:
        raise DataError("there are no points to train on; add at least one")
    if arguments.at is not None and job.cursor < run.visits:
        named: dict[str, Any] = {"visit": job.cursor}
        if vars(job.options).get("visit", 0) is None:  # an experiment that can, and none is named
            job = replace(job, options=replace(job.options, **named))
    result, is_interrupted = carry_out_lab(laboratory, run, job.options)
    if is_interrupted and outs:
        raise Interrupted("interrupted; of half an experiment no figure is drawn")
    written = description_of(job, arguments) + write_figures(job, outs, not arguments.no_session)
    remarks = [*remarks_of(job), *([_INTERRUPTED] if is_interrupted else [])]
    if arguments.json is not None:
        report = {
            "complete": not is_interrupted,
            "data": data_report(run),
            "rule": rule_report(run),
            **laboratory.report(run, job.options, result),
            "remarks": remarks,
        }
        write_report(arguments.json, f"lab-{laboratory.name}", report)
    else:
        table = laboratory.table(result, job.options, str)
        lines = [heading(job.name, run), *table_lines(table)]
        write("\n".join(lines) + "\n" + notes(remarks))
    if arguments.json != "-":
        write(written)
    return 0


def table_lines(table: Table) -> Iterator[str]:
    """Yield the result that a table tells, its rows, and its notes."""
    if table.headline is not None:
        yield table.headline.full
    if table.rows:
        rows = [list(map(to_plain, row)) for row in (table.columns, *table.rows)]
        yield ""
        yield from aligned(rows, set(range(len(table.columns))) - set(table.left))
    if table.notes:
        yield ""
        yield from map(to_plain, table.notes)


def add_experimenting(command: Parser, laboratory: Lab) -> None:
    """Add the words of a laboratory to its command."""
    add_drawing(command, [laboratory.view])
    command.under("this view")
    for each in laboratory.shortcuts:
        how: dict[str, Any] = {"action": "store_const", "const": each.value, "help": each.meaning}
        command.add_argument(each.flag, dest=OF_VIEW + each.option, **how)
    command.set_defaults(laboratory=laboratory)
