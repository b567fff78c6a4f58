"""Where a run stands, and runs and verdicts as the JSON of the command line (manual: `formats`)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.exact import exact_number
from perceptron_gui.base.number_text import as_texts, is_dyadic_throughout, json_number
from perceptron_gui.core.paths.results import Last
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.space.separability import Separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.core.space.widest import distance_squared, widest_line

from .bounds import SAYS_NOTHING, FirstPass, FirstPassBound, first_pass_of
from .measures import answer_on_test, design_of, residuals_at, squared_error

if TYPE_CHECKING:
    from .run import Run

MOST_UPDATES = 100_000  # rows of the JSON; it counts the others
_MOST_WEIGHTS = 2_000_000  # of all updates of a kernel run together


@dataclass(frozen=True, eq=False)
class Outcome:
    """Where a run stands. Weights leave the constant coordinate out; `offset` is B·v.

    They are those of the points as the rule sees them, which may be scaled.
    """

    status: str  # converged, cycle, budget; computing while it is not over
    visits: int
    updates: int
    epochs: int
    weights: NDArray[np.float64]
    offset: float | None
    errors: int
    result_weights: NDArray[np.float64]
    result_offset: float | None
    result_errors: int
    test_errors: int | None  # None without test points


def outcome_of(run: Run) -> Outcome:
    """Return where a run stands now."""
    visits = run.visits
    updates = int(run.updates_at(visits))
    weights, offset = _line(run, run.weights_after(np.array([updates]))[0])
    answer = run.result_at(visits)
    result_weights, result_offset = _line(run, np.array([float(v) for v in answer]))
    result_errors = run.result.errors(visits)  # which remembers them: kernels take long to ask
    is_last = type(run.result) is Last
    test = answer_on_test(run)
    return Outcome(
        status=run.status,
        visits=visits,
        updates=updates,
        epochs=run.path.visiting.epoch_of(visits),
        weights=weights,
        offset=offset,
        errors=result_errors if is_last else int(run.errors_after(np.array([updates]))[0]),
        result_weights=result_weights,
        result_offset=result_offset,
        result_errors=result_errors,
        test_errors=None if test is None else test.errors(visits),
    )


def _line(run: Run, augmented: NDArray[np.float64]) -> tuple[NDArray[np.float64], float | None]:
    """Return the weights of the features, and the line's offset b = B·v if it has one."""
    if not run.rule.offset:
        return augmented, None
    return augmented[:-1], float(augmented[-1]) * float(run.rule.bias_scale)


def run_report(run: Run) -> dict[str, Any]:
    """Return everything `perceptron-gui run --json` writes."""
    recurrence = None  # equal weights under a random order are a certificate, and no cycle
    if run.recurrence is not None and run.cycle is None:
        recurrence = {
            "from_visit": run.recurrence.start_visit,
            "to_visit": run.recurrence.end_visit,
            **json_number("certificate", run.recurrence.certificate),
        }
    rows = min(len(run.history), MOST_UPDATES)
    if run.rule.rule == "kernel":  # which has a weight for every point
        rows = min(rows, _MOST_WEIGHTS // len(run.dataset))
    return {
        "format": "perceptron-gui/run",
        "version": 1,
        "arithmetic": run.arithmetic,
        "data": data_report(run),
        "rule": rule_report(run),
        "outcome": _outcome(run),
        "updates": _updates(run, rows),
        "updates_omitted": len(run.history) - rows,
        "theory": theory_report(run),
        "cycle": cycle_report(run),
        "recurrence": recurrence,
        "remarks": list(map(str, run.remarks)),
        **_scaling(run),
        **_fit(run),
    }


def verdict_report(
    space: Space,
    verdict: Separability,
    bound: dict[str, Any] | None = None,
    first_pass: FirstPass | str | None = None,
) -> dict[str, Any]:
    """Return margin, bound (R²/γ² unless given) and separator, or certificate and first pass."""
    if not verdict.separable:
        certificate = json_number("certificate", verdict.certificate(len(space)))
        entry: dict[str, Any] = {"separable": False, **certificate}
        if isinstance(first_pass, str):
            entry |= {"first_pass": None, "why_no_first_pass": first_pass}
        elif first_pass is not None:
            made = {"visits": first_pass.visits, "mistakes": first_pass.mistakes}
            entry["first_pass"] = made | _first_pass_bound(first_pass.bound)
        return entry
    known = verdict.margin_is_known
    bound = json_number("mistake_bound", verdict.mistake_bound) if bound is None else bound
    return {
        "separable": True,
        **json_number("radius_squared", verdict.radius_squared),
        **json_number("margin_squared", verdict.margin_squared if known else None),
        "mistake_bound": bound["mistake_bound"],
        **json_number("separator", verdict.separator if known else None),
        **bound,
        **_distances(space, verdict),
    }


def _distances(space: Space, verdict: Separability) -> dict[str, Any]:
    """Return the distance of the line of w* to its nearest point, squared, and the widest line."""
    if not verdict.margin_is_known:
        return {"distance_squared": None, "widest": None}
    square = distance_squared(space, verdict.separator, verdict.margin_squared)
    found = widest_line(space, verdict)
    entry = None
    if found is not None:
        entry = {
            **json_number("distance_squared", found.distance_squared),
            **json_number("separator", found.weights),
            "support": list(found.support),
        }
    return {**json_number("distance_squared", square), "widest": entry}


def theory_report(run: Run) -> dict[str, Any]:
    """Return the verdict with the bound for this run's η and w₀, or why there is none."""
    if run.dataset.targets is not None:
        return {"separable": None, "mistake_bound": None, "why_no_bound": run.why_no_bounds}
    if not run.verdict.separable:
        return verdict_report(run.space, run.verdict, first_pass=first_pass_of(run))
    bounds, bound = run.bounds, dict[str, Any]()
    if bounds is None:
        bound = {"mistake_bound": None, "why_no_bound": run.why_no_bounds}
    else:
        bound = {"mistake_bound": bounds.limit, "most_updates": bounds.most_updates}
        if bounds.exact_limit is not None:
            bound |= json_number("mistake_bound", bounds.exact_limit)
    return verdict_report(run.space, run.verdict, bound)


def _first_pass_bound(bound: FirstPassBound) -> dict[str, Any]:
    if not bound.says_something:
        return {"bound": None, "why_no_bound": SAYS_NOTHING}
    return {
        "bound": bound.most_mistakes,
        **json_number("radius_squared", bound.radius_squared),
        "margin": bound.margin,
        "shortfall": bound.shortfall,
        **json_number("direction", bound.direction, exact=False),
    }


def data_report(run: Run) -> dict[str, Any]:
    """Return points and labels, the points as fractions too where the run reads them so."""
    points = run.dataset.points.tolist()
    entry: dict[str, Any] = {"points": points, "labels": run.dataset.labels.tolist()}
    if run.dataset.targets is not None:
        entry["targets"] = run.dataset.targets.tolist()
    if (test := run.dataset.test) is not None:
        entry["test"] = {"points": test.points.tolist(), "labels": test.labels.tolist()}
    # Whole numbers and dyadic fractions are exact as numbers of JSON, so texts would only repeat.
    if run.arithmetic == "exact" and (np.rint(run.dataset.points) != run.dataset.points).any():
        exact = [[exact_number(v) for v in row] for row in points]
        if not is_dyadic_throughout(exact):
            entry["points_exact"] = as_texts(exact)
    return entry


def rule_report(run: Run) -> dict[str, Any]:
    """Return every option of the rule, resolved."""
    resolved: dict[str, Any] = {}
    for name, value in run.rule.options().items():
        if name == "init":
            resolved.update(json_number(name, run.start, run.arithmetic == "exact"))
        elif isinstance(value, Fraction):
            resolved.update(json_number(name, value, run.arithmetic == "exact"))
        else:
            resolved[name] = list(value) if isinstance(value, tuple) else value
    return resolved


def weights_report(
    rule: Rule, weights: list[Fraction], exact: bool, prefix: str = ""
) -> dict[str, Any]:
    """Return weights and the line's offset b = B·v under their two keys."""
    if not rule.offset:
        return {**json_number(f"{prefix}weights", weights, exact), f"{prefix}offset": None}
    offset = weights[-1] * rule.bias_scale
    return {
        **json_number(f"{prefix}weights", weights[:-1], exact),
        **json_number(f"{prefix}offset", offset, exact),
    }


def _outcome(run: Run) -> dict[str, Any]:
    outcome, exact = run.outcome, run.arithmetic == "exact"
    return {
        "status": outcome.status,
        "visits": outcome.visits,
        "updates": outcome.updates,
        "epochs": outcome.epochs,
        **weights_report(run.rule, run.exact_weights_at(outcome.visits), exact),
        "errors": outcome.errors,
        **weights_report(run.rule, run.result_at(outcome.visits), exact, "result_"),
        "result_errors": outcome.result_errors,
        **({} if outcome.test_errors is None else {"test_errors": outcome.test_errors}),
    }


def _fit(run: Run) -> dict[str, Any]:
    """Return the residuals of real targets, the error, and the normal equations; else nothing."""
    if run.dataset.targets is None or run.diverged:
        return {}
    exact = run.arithmetic == "exact"
    found: dict[str, Any] = {
        **json_number("residuals", residuals_at(run, run.visits), exact),
        **json_number("squared_error", squared_error(run, run.visits), exact),
    }
    equations = design_of(run).equations
    if equations is not None:
        found |= json_number("matrix", equations.matrix)
        found |= json_number("right", equations.right)
    return {"fit": found}


def _scaling(run: Run) -> dict[str, Any]:
    """Return what scaled the points, and the weights in their own coordinates; else nothing."""
    if run.rule.scale == "none":
        return {}
    exact = run.arithmetic == "exact"
    found: dict[str, Any] = {
        **json_number("shifts", list(run.space.scaling.shifts), exact),
        **json_number("sizes", list(run.space.scaling.sizes), exact),
    }
    answers = {"": run.exact_weights_at(run.visits), "result_": run.result_at(run.visits)}
    for prefix, weights in answers.items():
        normal, constant = run.space.line_of(weights)
        found |= json_number(f"{prefix}weights", normal, exact)
        found |= json_number(f"{prefix}offset", constant, exact)
    return {"original": found}


def _updates(run: Run, count: int) -> list[dict[str, Any]]:
    raw = run.history.weights_after(np.arange(count + 1))
    exact = run.arithmetic == "exact"
    return [
        {
            "visit": visit,
            "point": run.point_of_update(k),
            **json_number("score", run.score_before(k, raw[k]), exact),
            **weights_report(run.rule, run.path.arithmetic.fractions(raw[k + 1]), exact),
        }
        for k, visit in enumerate(run.history.visits_of(np.arange(count)).tolist())
    ]


def cycle_report(run: Run) -> dict[str, Any] | None:
    """Return a proved cycle with its certificate, if there is one."""
    found = run.cycle
    if found is None:
        return None
    return {
        "start_visit": found.start_visit,
        "period_visits": found.period_visits,
        "period_updates": found.period_updates,
        **json_number("certificate", found.certificate),
    }
