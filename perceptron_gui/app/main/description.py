"""What a person sees in the window, as plain values: to be sent with a question, and for tests."""

from __future__ import annotations

from typing import Any

from perceptron_gui.app.state.app_state import BOUNDARY, AppState
from perceptron_gui.app.window.window import MainWindow
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.theory.inseparable.cycle import cycle_position
from perceptron_gui.theory.run_text.words import ending
from perceptron_gui.views.widgets.stage import is_seen


def description(window: MainWindow, state: AppState) -> dict[str, Any]:
    """Return what is shown, edited and played."""
    session, run, moment = state.session, state.run, state.moment
    hand = None if run is None else cycle_position(run, moment.visits_made)
    seen: dict[str, Any] = {
        "title": window.windowTitle(),
        "headline": window.headline.words,
        "status": window.foot.status.full_text,
        "message": window.foot.currentMessage(),
        "points": session.dataset.points.tolist(),
        "labels": session.dataset.labels.tolist(),
        "selection": list(state.selection),
        # Texts and numbers, which any report can hold.
        "rules": [
            {
                name: value if isinstance(value, bool | int | str) else str(value)
                for name, value in rule.options().items()
            }
            for rule in session.rules
        ],
        "shown": session.shown,
        "notation": session.notation,
        "visit": moment.visit,
        "phase": moment.phase,
        "round": None if hand is None or not hand.visit else hand.lap,
        "playing": state.plays,
        "panels": sorted(name for name, dock in window.docks.items() if is_seen(dock)),
        "page": window.pages.shown,
        "axes": axes_sizes(window),
        "run": None,
    }
    if state.is_awaited:
        seen["run"] = "computing"
    elif run is not None:
        seen |= _described_run(run, moment) | {"outcome": ending(run).full}
    return seen


def axes_sizes(window: MainWindow) -> dict[str, list[int]]:
    """Return the width and the height of the axes of every visible view, in pixels."""
    shown = {BOUNDARY: window.canvas.view, **window.plots}
    return {
        name: [round(view.plot.seen.width), round(view.plot.seen.height)]
        for name, view in shown.items()
        if window.is_seen(name)
    }


def _described_run(run: Run, moment: Moment) -> dict[str, Any]:
    made = min(moment.visits_made, run.visits)
    bounds, verdict = run.bounds, run.known_verdict
    margin = verdict.margin_squared if verdict is not None and verdict.margin_is_known else None
    return {
        "run": run.status,
        "visits": run.visits,
        "k": int(run.updates_at(made)),
        "epoch": run.path.visiting.epoch_of(min(moment.visit, run.visits)),
        "weights": [str(value) for value in run.exact_weights_at(made)],
        "errors": run.result.errors(made),
        "separable": None if verdict is None else verdict.separable,
        "margin_squared": None if margin is None else str(margin),
        "bound": None if bounds is None else bounds.most_updates,
        "arithmetic": run.arithmetic,
    }
