"""What a person sees in the window, as plain values: for tests, and for reports of problems."""

from __future__ import annotations

from typing import Any

from perceptron_gui.app.window.window import MainWindow

from .controller import SessionController
from .view_updater import is_seen


def describe(window: MainWindow, controller: SessionController) -> dict[str, Any]:
    """Return the points, the rule, the moment, the run and the window."""
    session, run, moment = controller.editing.session, controller.run, controller.playback.moment
    told: dict[str, Any] = {
        "title": window.windowTitle(),
        "status": window.status.full_text,
        "message": window.statusBar().currentMessage(),
        "points": session.dataset.points.tolist(),
        "labels": session.dataset.labels.tolist(),
        "selection": list(controller.selection.points),
        "rules": [_told(rule.options()) for rule in session.rules],
        "shown": session.shown,
        "notation": session.notation,
        "visit": moment.visit,
        "phase": moment.phase,
        "playing": controller.playback.is_playing,
        "panels": sorted(name for name, dock in window.docks.items() if is_seen(dock)),
        "page": window.pages.shown,
        "run": None,
    }
    if run is not None:
        told |= _run(controller) | {"outcome": window.status.outcome}
    return told


def _run(controller: SessionController) -> dict[str, Any]:
    run = controller.run
    assert run is not None
    moment = controller.playback.moment
    made = min(moment.visits_made, run.visits)
    k = int(run.updates_at(made))
    bounds = run.bounds
    return {
        "run": run.status,
        "visits": run.visits,
        "k": k,
        "epoch": run.path.visiting.epoch_of(min(moment.visit, run.visits)),
        "weights": [str(value) for value in run.exact_weights_at(made)],
        "errors": int(run.errors_after(run.updates_at([made]))[0]),
        "separable": run.verdict.separable,
        "margin_squared": str(run.verdict.margin_squared),
        "bound": None if bounds is None else bounds.most_updates,
        "arithmetic": run.arithmetic,
    }


def _told(options: dict[str, Any]) -> dict[str, Any]:
    """Return options as texts and numbers that any report can hold."""
    return {
        name: value if isinstance(value, bool | int | str) else str(value)
        for name, value in options.items()
    }
