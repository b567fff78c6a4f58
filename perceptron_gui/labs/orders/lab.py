"""The laboratory of orders: how many updates other orders or starts need, and the adversary."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from perceptron_gui.base.number_text import json_number
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.report import theory_report, weights_report
from perceptron_gui.core.runs.run import Run
from perceptron_gui.labs.lab import Lab, LabFigure, OnPage, Replay, Shortcut

from . import figures
from .figures import SolutionOptions
from .findings import STATUSES, OrderFindings
from .study import Mistakes, OrderOptions, Row, Study, make_quick_study, make_study
from .words import NAME, study_table


def report(run: Run, options: OrderOptions, study: Study) -> dict[str, Any]:
    """Return counts, extremes, the best and the worst trial, and the adversary's sequences."""
    found, extremes = study.found, study.extremes
    return {
        "what": found.what,
        "trials": len(found),
        "trials_asked": found.draws.total,
        "trial_seed": found.draws.seed,
        "is_all": found.is_all,
        "statuses": {status: found.count(status) for status in STATUSES},
        "counts": _counts(found),
        **_spread(found),
        "different_weights": len(found.solutions),
        "different_lines": len(found.lines),
        "most_updates": found.most_updates,
        "why_no_bound": found.why_no_bound,
        "run": {"status": run.status, "updates": len(run.history), "visits": run.visits},
        "theory": theory_report(run),
        "remarks_on_trials": list(found.remarks),
        "adversary": None
        if extremes is None
        else {
            "longest": _mistakes(extremes.longest),
            "shortest": _mistakes(extremes.shortest),
            "states": extremes.states,
            "why_unknown": extremes.why_unknown,
        },
    }


def _counts(found: OrderFindings) -> list[dict[str, int]]:
    """Return how many trials ended in which way, for every k that occurs."""
    ks, rows = np.unique(found.updates, return_inverse=True)
    columns = {
        status: np.bincount(rows[found.statuses == status], minlength=len(ks)).tolist()
        for status in STATUSES
    }
    return [
        {"updates": k, **{status: columns[status][row] for status in STATUSES}}
        for row, k in enumerate(ks.tolist())
    ]


def _spread(found: OrderFindings) -> dict[str, Any]:
    """Return mean, median, best and worst of the trials that converged, or else of all."""
    if not len(found):
        return {"mean_updates": None, "median_updates": None, "best": None, "worst": None}
    total = sum(found.updates[found.counted].tolist())
    return {
        **json_number("mean_updates", Fraction(total, len(found.counted))),
        "median_updates": found.median,
        "best": _trial(found, found.best),
        "worst": _trial(found, found.worst),
    }


def _trial(found: OrderFindings, trial: int) -> dict[str, Any]:
    exact = found.arithmetic.is_exact
    return {
        "trial": trial,
        "order": list(found.order_of(trial)),
        **json_number("init", found.start_of(trial), exact),
        "status": str(found.statuses[trial]),
        "updates": int(found.updates[trial]),
        "visits": int(found.visits[trial]),
        **weights_report(found.rule, found.weights_of(trial), exact),
    }


def _mistakes(mistakes: Mistakes | None) -> dict[str, Any] | None:
    if mistakes is None:
        return None
    order = mistakes.rule.order
    assert isinstance(order, tuple)
    return {"updates": len(mistakes), "points": list(mistakes.points), "order": list(order)}


def _replay(_dataset: Dataset, _study: Study, row: Row) -> Replay:
    kind = f"the {row.which} possible run" if row.which else "a run"
    return Replay(row.rule, f"Replay {kind} (k = {row.ks[0]})")


LAB = Lab(
    NAME,
    "other orders of the points, or other starts: updates, best, worst, solutions",
    figures=(
        LabFigure(
            NAME,
            "How many updates other orders or starts need, beside the bound.",
            OrderOptions,
            figures.draw_histogram,
        ),
        LabFigure(
            figures.SOLUTIONS,
            "The final lines of other orders or starts, and the current line.",
            SolutionOptions,
            figures.draw_solutions,
        ),
    ),
    experiment=make_study,
    depends_on=("what", "trials", "trial_seed", "adversary"),
    table=study_table,
    report=report,
    quick=make_quick_study,
    doing="trying {0.what}",
    page=OnPage(
        hint="Updates and last lines of other orders of the points, or of other starts. Click a "
        "bar, or double-click a row, to follow one of its runs on the plane.",
        follows_run=True,
        draw=figures.order_sheet,
        lists_runs=True,
        replay=_replay,
        at=figures.row_at,
        offered=("what", "trials", "trial_seed", "adversary"),
        clears={"what": "adversary"},
    ),
    shortcuts=(
        Shortcut("--starts", "what", "starts", "try random starts, not orders"),
        Shortcut("--adversary", "adversary", True, "the longest and shortest run there can be"),
    ),
)
