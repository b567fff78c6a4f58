"""The command `lab`: one experiment is carried out, then told, written as JSON and drawn."""

from __future__ import annotations

import argparse
from typing import Any

from perceptron_gui.core.errors import DataError, UsageError
from perceptron_gui.core.report import data_report, rule_report
from perceptron_gui.core.rule import Rule
from perceptron_gui.core.run import Run
from perceptron_gui.document.data_source import load_data
from perceptron_gui.figures.view import ViewOptions
from perceptron_gui.figures.views import VIEWS
from perceptron_gui.output import refuse_hopeless, write, write_json
from perceptron_gui.terminal.figuring import (
    refuse_unfit_files,
    trained_job,
    wanted_files,
    write_figures,
)
from perceptron_gui.terminal.heading import heading

from .laboratory import Attendant, Laboratory

_INTERRUPTED = "interrupted; this is what was known by then"


def experiment(arguments: argparse.Namespace, typed: dict[str, Any]) -> int:
    """Carry out the command; `typed` are the options of the rule."""
    laboratory: Laboratory | None = arguments.laboratory
    if laboratory is None:
        raise UsageError("lab: name a laboratory and data, as in: lab orders and --tie minus")
    Rule.of(typed)  # a wrong word is told before a file is read
    view, outs = VIEWS[laboratory.view], wanted_files(arguments.out)
    refuse_unfit_files(view, outs)
    refuse_hopeless(arguments.json)
    job = trained_job(arguments, view, load_data(arguments.data), typed)
    if job.run is None:
        raise DataError("there are no points to train on; add at least one")
    attendant = Attendant()
    result = laboratory.carry_out(job.run, job.options, attendant)
    if (
        attendant.is_interrupted and outs
    ):  # a figure of half an experiment is not what was asked for
        raise KeyboardInterrupt
    written = write_figures(job, outs, not arguments.no_session)
    if arguments.json is not None:
        report = _report(laboratory, job.run, job.options, result, attendant)
        write_json(arguments.json, report)
    else:
        lines = [heading(job.name, job.run), *laboratory.words(job.run, job.options, result)]
        lines += [f"Note: {remark}." for remark in _remarks(job.run, attendant)]
        write("\n".join(lines) + "\n")
    if arguments.json != "-":
        write(written)
    return 0


def _report(
    laboratory: Laboratory, run: Run, options: ViewOptions, result: Any, attendant: Attendant
) -> dict[str, Any]:
    return {
        "format": f"perceptron-gui/lab-{laboratory.name}",
        "version": 1,
        "complete": not attendant.is_interrupted,
        "data": data_report(run),
        "rule": rule_report(run),
        **laboratory.report(run, options, result),
        "remarks": _remarks(run, attendant),
    }


def _remarks(run: Run, attendant: Attendant) -> list[str]:
    return [*run.remarks, *([_INTERRUPTED] if attendant.is_interrupted else [])]
