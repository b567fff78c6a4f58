"""The figures of the step laboratory on one sheet: the curves, and the step that is too long."""

from __future__ import annotations

from dataclasses import replace

from perceptron_gui.base.number_text import number
from perceptron_gui.figures.model.figure import Figure, Panel, Sheet, Table

from . import limit, view
from .options import SweepOptions, value_words
from .steps import StepsResult, StepTrial
from .view import NAME

# From this width over height on, the figures stand beside each other.
_WIDE = 1.2
_STANDING = (
    "These runs begin where the gradient is 0: no step moves them, and so none is too long here."
)


def steps_sheet(
    results: tuple[StepsResult, ...], notation: str, passes: int, aspect: float
) -> Sheet:
    """Draw the curves of a sweep, and beside them the second one, of many steps, if there is."""
    curves = results[0]
    options = view.StepsOptions(notation=notation, passes=passes, over=curves.over)
    figures = [view.draw_result(curves, options)]
    if len(results) > 1 and results[1].trials:
        figures.append(
            limit.draw_result(results[1], SweepOptions(notation=notation, passes=passes))
        )
    is_wide = aspect >= _WIDE
    panels = tuple(_panel(figure, at, is_wide) for at, figure in enumerate(figures))
    count = len(figures)
    rows, widths = (1, (1.0,) * count) if is_wide else (count, (1.0,))
    # The width of the page has more room for words than that of a figure.
    notes = dict.fromkeys(note for figure in figures for note in figure.notes)
    standing = (_STANDING,) if _stand_still(curves) else ()
    return Sheet(view.NAME, panels, rows, widths, notes=(*notes, *standing))


def _stand_still(result: StepsResult) -> bool:
    """Tell whether all of several runs with a limit began where they would end."""
    is_limited = bool(result.trials) and result.limit is not None
    return is_limited and all((each.losses == each.losses[0]).all() for each in result.trials)


def _panel(figure: Figure, at: int, is_wide: bool) -> Panel:
    row, column = (0, at) if is_wide else (at, 0)
    return Panel(replace(figure, notes=()), row, column)


_HEADINGS = {"eta": r"step $\eta$", "schedule": "schedule", "batch": "points a step"}


def values_table(result: StepsResult) -> Table:
    """Return a row for every value that was tried."""
    headings = (_HEADINGS[result.over], "epochs", "loss at the start", "at the end", "errors")
    rows = tuple(_row(trial, result.over) for trial in result.trials)
    return Table(NAME, (*headings, "what became of it"), rows, left=(5,))


def replay_name(trial: StepTrial, over: str) -> str:
    """Return what an undo step calls the run of a value."""
    return f"Descend with {trial.name if over == 'schedule' else _plain(trial, over)}"


def _plain(trial: StepTrial, over: str) -> str:
    return f"η = {trial.name}" if over == "eta" else value_words(trial, over)


def _row(trial: StepTrial, over: str) -> tuple[str, ...]:
    run, losses = trial.run, trial.losses
    value = trial.name if over == "schedule" else f"${number(trial.value)}$"
    counts = str(len(losses) - 1), f"${number(float(losses[0]))}$", f"${number(trial.final)}$"
    errors = "–" if trial.diverged else str(run.result.errors(run.visits))
    return (value, *counts, errors, _fate(trial))


def _fate(trial: StepTrial) -> str:
    """Say how a run ended, without a claim that more epochs could refute."""
    if trial.run.diverged:
        epochs = len(trial.losses) - 1
        return f"diverges: given up after {epochs} epoch{'s' if epochs != 1 else ''}"
    if trial.diverged:
        return "diverges"
    if trial.final > trial.losses[0]:
        return "ends higher than it began"
    return "ends lower than it began" if trial.final < trial.losses[0] else "stays as it began"
