"""Runs, verdicts and the library in words, for a person at a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from .core.entry import Entry
from .core.exact import chalk
from .core.methods import METHODS
from .core.run import Run
from .core.separability import Separability
from .core.space import Space

_ROWS = 12


def describe_run(name: str, run: Run) -> str:
    """Return the verdict, the outcome, the weights, the bound and the first updates."""
    parts = [
        _heading(name, run),
        describe_verdict(run.space, run.verdict, with_bound=False),
        *_bound(run),
        _ending(run),
        *_weights(run),
    ]
    table = _first_updates(run)
    return "\n".join([*parts, *(["", table] if table else [])])


def describe_verdict(space: Space, verdict: Separability, with_bound: bool = True) -> str:
    """Say whether a line exists, with its margin, or the certificate that there is none."""
    if not verdict.separable:
        return "Not separable: no line has every point strictly on its own side.\n" + _proof(
            space, verdict.weights
        )
    gamma = chalk(float(verdict.margin_squared) ** 0.5)
    lines = [
        f"Separable: margin γ = {gamma} (γ² = {chalk(verdict.margin_squared)}), "
        f"R² = {chalk(verdict.radius_squared)}.",
        f"  Widest line: w* = {vector(verdict.separator)}, "
        f"resting on {_points(list(verdict.weights))}.",
    ]
    if with_bound and verdict.mistake_bound is not None:
        bound = verdict.mistake_bound
        whole = f" = {chalk(bound)}" if bound.denominator > 1 else ""
        lines.append(f"  From w₀ = 0 at most {int(bound)} updates, any step: k ≤ R²/γ²{whole}.")
    return "\n".join(lines)


def describe_datasets(entries: Sequence[Entry]) -> str:
    """List the library: name, what it teaches, where it comes from."""
    width = max(len(entry.name) for entry in entries)
    lines = []
    for entry in entries:
        lines.append(f"{entry.name:<{width}}  {entry.teaches}")
        lines.append(f"{'':<{width}}  ({entry.source}{_extras(entry)})")
    return "\n".join(lines)


def _extras(entry: Entry) -> str:
    parameters = ", ".join(entry.parameters)
    options = " ".join(f"--{key} {value}".rstrip() for key, value in entry.suggested.items())
    text = f"; takes {parameters}" if parameters else ""
    return text + (f"; try {options}" if options else "")


def vector(values: Sequence[Fraction | float]) -> str:
    """Write numbers as (1, 2, −3)."""
    return "(" + ", ".join(chalk(v).replace("-", "−") for v in values) + ")"


def _heading(name: str, run: Run) -> str:
    rule = run.rule
    space = f"{len(run.dataset)} points in {run.dataset.dimension}-D"
    lift = "" if rule.lift == "none" else f" lifted ({rule.lift})"
    order = rule.order if isinstance(rule.order, str) else "order " + ",".join(map(str, rule.order))
    parts = [f"{name}: {space}{lift}", METHODS[rule.rule].title, *_options(run)]
    if rule.listens_to("order"):
        parts.insert(2, order)
    arithmetic = "exact" if run.arithmetic == "exact" else "floating point"
    return " · ".join([*parts, arithmetic])


def _options(run: Run) -> list[str]:
    rule = run.rule
    told = [f"ties {rule.tie}"] if rule.rule != "least-squares" else [rule.solver]
    if rule.rule == "sgd":
        told = [f"{rule.loss} loss", f"{rule.batch_size} a step", *told]
    if rule.rule == "pocket":
        told.append(rule.pocket)
    if rule.listens_to("eta"):
        told.append(f"η = {chalk(rule.eta)}")
    if rule.margin and rule.listens_to("margin"):
        told.append(f"margin {chalk(rule.margin)}")
    if not rule.offset:
        told.append("no offset")
    elif rule.bias_scale != 1:
        told.append(f"B = {chalk(rule.bias_scale)}")
    if any(run.start):
        told.append(f"w₀ = {vector(run.start)}")
    return told


def _bound(run: Run) -> list[str]:
    if run.bounds is None:
        # That no line exists has been said; other reasons are news.
        return [f"  {run.why_no_bounds}"] if run.verdict.separable else []
    start = "w₀ = 0" if not any(run.start) else "this w₀"
    return [
        f"  From {start} with η = {chalk(run.rule.eta)} "
        f"at most {run.bounds.most_updates} updates (bound {chalk(run.bounds.limit)})."
    ]


def _ending(run: Run) -> str:
    outcome = run.outcome
    made = f"{_count(outcome.updates, 'update')} in {_count(outcome.visits, 'visit')}"
    found = run.recurrence
    if run.status == "converged":
        last = int(run.history.visits[-1]) if outcome.updates else 0
        epoch = run.path.visiting.epoch_of(last)
        where = f", the last in epoch {epoch}" if outcome.updates else ""
        return f"Converged: {made}{where}."
    if run.status == "cycle" and found is not None:
        return (
            f"Cycles for ever (proved): the weights after visit {found.start_visit} return after "
            f"visit {found.end_visit}, a period of {_count(found.period_visits, 'visit')} "
            f"and {_count(found.period_updates, 'update')}."
        )
    text = f"Stopped at the budget: {made}, {_count(outcome.epochs, 'epoch')}."
    if found is not None:
        text += (
            f"\n  The weights after visit {found.start_visit} returned after visit "
            f"{found.end_visit}: no line can exist."
        )
    return text


def _weights(run: Run) -> list[str]:
    outcome = run.outcome
    lines = [
        f"Weights: {_line(run, run.exact_weights_at(outcome.visits))}, "
        f"{_count(outcome.errors, 'error')}."
    ]
    answers = {"averaged": "Average", "pocket": "Pocket"}
    if run.rule.rule in answers:
        weights = run.result_at(outcome.visits)
        lines.append(
            f"{answers[run.rule.rule]}: {_line(run, weights)}, "
            f"{_count(outcome.result_errors, 'error')}."
        )
    if run.rule.rule == "voted":
        lines.append(f"Vote: {_count(outcome.result_errors, 'error')}.")
    return lines


def _line(run: Run, weights: Sequence[Fraction]) -> str:
    shown: Sequence[Fraction | float] = weights
    if run.arithmetic != "exact":
        shown = [float(v) for v in weights]
    if not run.rule.offset:
        return f"w = {vector(shown)}"
    offset = weights[-1] * run.rule.bias_scale
    written = chalk(offset if run.arithmetic == "exact" else float(offset)).replace("-", "−")
    return f"w = {vector(shown[:-1])}, offset {written}"


def _proof(space: Space, weights: dict[int, Fraction]) -> str:
    """Read a certificate out: the weighted means of both classes coincide, or Σλz = 0."""
    points = sorted(weights)
    share = ", ".join(f"{chalk(weights[i])} of point {i}" for i in points)
    if not space.offset or len(points) > 8:
        few = share if len(points) <= 8 else f"{len(points)} points, weighted"
        return f"  Proof: {few} add up to Σ λ·y·x = 0."
    rows, unit = space.exact_rows(np.array(points))
    mean = [
        2
        * sum(
            weights[i] * int(row[j]) * unit
            for i, row in zip(points, rows, strict=True)
            if space.labels[i] > 0
        )
        for j in range(space.dimension - 1)
    ]
    return f"  Proof: {share} give both classes the same mean {vector(mean)}."


def _points(points: list[int]) -> str:
    named = [str(i) for i in sorted(points)]
    return f"point{'s' if len(named) > 1 else ''} {', '.join(named)}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _first_updates(run: Run) -> str:
    shown = min(_ROWS, len(run.history))
    if not shown:
        return ""
    raw = run.history.weights_after(np.arange(shown + 1))
    rows = [["k", "visit", "epoch", "point", "y", "s before", "weights after"]]
    for k in range(shown):
        visit = int(run.history.visits[k])
        i = run.point_of_update(k)
        score = run.score_before(k, raw[k])
        after = _line(run, run.path.arithmetic.fractions(raw[k + 1]))
        rows.append(
            [
                str(k + 1),
                str(visit),
                str(run.path.visiting.epoch_of(visit)),
                "–" if i is None else f"{i} {_coordinates(run, i)}",
                "" if i is None else f"{run.dataset.labels[i]:+d}".replace("-", "−"),
                "" if score is None else _score(run, score),
                after,
            ]
        )
    widths = [max(len(row[c]) for row in rows) for c in range(len(rows[0]))]
    lines = [
        "  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
    if shown < len(run.history):
        lines.append(f"… and {len(run.history) - shown} more (--json writes up to 100000)")
    return "\n".join(lines)


def _coordinates(run: Run, i: int) -> str:
    point = [float(v) for v in run.dataset.points[i, :3]]
    return vector(point) if run.dataset.dimension <= 3 else ""


def _score(run: Run, score: Fraction) -> str:
    return chalk(score if run.arithmetic == "exact" else float(score)).replace("-", "−")
