"""A run and a verdict as the JSON objects of the command line; the contract is in the README."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from .exact import is_dyadic
from .separability import Separability
from .space import Space

if TYPE_CHECKING:
    from .run import Run

MOST_UPDATES = 100_000
MOST_FLOAT = Fraction(sys.float_info.max)

Exact = Fraction | None | Sequence["Exact"]


def run_report(run: Run) -> dict[str, Any]:
    """Return everything `perceptron-gui run --json` writes."""
    rows = min(len(run.history), MOST_UPDATES)
    return {
        "format": "perceptron-gui/run",
        "version": 1,
        "arithmetic": run.arithmetic,
        "data": _data(run),
        "rule": _rule(run),
        "outcome": _outcome(run),
        "updates": _updates(run, rows),
        "updates_omitted": len(run.history) - rows,
        "theory": verdict_report(run.space, run.verdict, _bound(run)),
        "cycle": _cycle(run),
        "recurrence": _recurrence(run),
        "remarks": list(run.remarks),
    }


def verdict_report(
    space: Space, verdict: Separability, bound: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return margin, bound (R²/γ² unless given) and separator, or the certificate."""
    if not verdict.separable:
        values = verdict.certificate(len(space))
        return {"separable": False, **_number("certificate", values)}
    bound = _number("mistake_bound", verdict.mistake_bound) if bound is None else bound
    return {
        "separable": True,
        **_number("radius_squared", verdict.radius_squared),
        **_number("margin_squared", verdict.margin_squared),
        "mistake_bound": bound["mistake_bound"],
        **_number("separator", verdict.separator),
        **bound,
    }


def _number(key: str, value: Any, exact: bool = True) -> dict[str, Any]:
    """Return {key: number}, and {key_exact: fraction} where a float cannot hold the value."""
    entry = {key: _floats(value)}
    if exact and not _all_dyadic(value):
        entry[f"{key}_exact"] = _texts(value)
    return entry


def _floats(value: Any) -> Any:
    if value is None:
        return None
    if not isinstance(value, (list, tuple)):
        whole = value.denominator == 1 and abs(value) < 2**53
        # A bound can be larger than any float; whole numbers of JSON have no limit.
        return int(value) if whole or abs(value) > MOST_FLOAT else float(value)
    return [_floats(v) for v in value]


def _texts(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_texts(v) for v in value]
    return None if value is None else str(value)


def _all_dyadic(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return all(_all_dyadic(v) for v in value)
    return value is None or is_dyadic(value)


def _data(run: Run) -> dict[str, Any]:
    points = run.dataset.points.tolist()
    entry: dict[str, Any] = {"points": points, "labels": run.dataset.labels.tolist()}
    if run.arithmetic == "exact":
        exact = [[Fraction(repr(v)) for v in row] for row in points]
        if not _all_dyadic(exact):
            entry["points_exact"] = _texts(exact)
    return entry


def _rule(run: Run) -> dict[str, Any]:
    resolved: dict[str, Any] = {}
    for name, value in run.rule.options().items():
        if name == "init":
            resolved.update(_number(name, run.start, run.arithmetic == "exact"))
        elif isinstance(value, Fraction):
            resolved.update(_number(name, value, run.arithmetic == "exact"))
        else:
            resolved[name] = list(value) if isinstance(value, tuple) else value
    return resolved


def _split(run: Run, weights: list[Fraction], prefix: str = "") -> dict[str, Any]:
    """Return weights and the line's offset b = B·v under their two keys."""
    exact = run.arithmetic == "exact"
    if not run.rule.offset:
        return {**_number(f"{prefix}weights", weights, exact), f"{prefix}offset": None}
    offset = weights[-1] * run.rule.bias_scale
    return {
        **_number(f"{prefix}weights", weights[:-1], exact),
        **_number(f"{prefix}offset", offset, exact),
    }


def _outcome(run: Run) -> dict[str, Any]:
    outcome = run.outcome
    return {
        "status": outcome.status,
        "visits": outcome.visits,
        "updates": outcome.updates,
        "epochs": outcome.epochs,
        **_split(run, run.exact_weights_at(outcome.visits)),
        "errors": outcome.errors,
        **_split(run, run.result_at(outcome.visits), "result_"),
        "result_errors": outcome.result_errors,
    }


def _updates(run: Run, count: int) -> list[dict[str, Any]]:
    raw = run.history.weights_after(np.arange(count + 1))
    exact = run.arithmetic == "exact"
    return [
        {
            "visit": visit,
            "point": run.point_of_update(k),
            **_number("score", run.score_before(k, raw[k]), exact),
            **_split(run, run.path.arithmetic.fractions(raw[k + 1])),
        }
        for k, visit in enumerate(run.history.visits_of(np.arange(count)).tolist())
    ]


def _bound(run: Run) -> dict[str, Any]:
    """Return the bound for this run's η and w₀, or null and why it does not hold."""
    bounds = run.bounds
    if bounds is None:
        return {"mistake_bound": None, "why_no_bound": run.why_no_bounds}
    exact = bounds.exact_limit
    entry: dict[str, Any] = {"mistake_bound": bounds.limit, "most_updates": bounds.most_updates}
    if exact is not None:
        entry.update(_number("mistake_bound", exact))
    return entry


def _cycle(run: Run) -> dict[str, Any] | None:
    found = run.recurrence
    if found is None or not found.is_cycle:
        return None
    return {
        "start_visit": found.start_visit,
        "period_visits": found.period_visits,
        "period_updates": found.period_updates,
        **_number("certificate", found.certificate),
    }


def _recurrence(run: Run) -> dict[str, Any] | None:
    """Return equal weights met under a random order: a certificate, not a cycle."""
    found = run.recurrence
    if found is None or found.is_cycle:
        return None
    return {
        "from_visit": found.start_visit,
        "to_visit": found.end_visit,
        **_number("certificate", found.certificate),
    }
