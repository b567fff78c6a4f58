"""Runs, verdicts and the library in words, for a person at a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.exact import common_unit, exact_number
from perceptron_gui.base.text import (
    MOST_NAMED,
    Numbers,
    aligned,
    count,
    few,
    named_points,
    printable,
    vector,
    written,
)
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LibraryEntry
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.core.runs.first_pass import SAYS_NOTHING, FirstPass, first_pass_of
from perceptron_gui.core.runs.fit import NOTHING_TO_SEPARATE, Design, design_of, squared_error
from perceptron_gui.core.runs.measures import loss
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.runs.tally import MistakeTally, leave_one_out, tally_at
from perceptron_gui.core.space.kernel_space import KernelSpace
from perceptron_gui.core.space.separability import Separability
from perceptron_gui.core.space.space import Space, feature_names
from perceptron_gui.lectures.explain import explain
from perceptron_gui.lectures.notation import Notation
from perceptron_gui.lectures.visit import render_text

_TIES = {
    "always": "a tie is a mistake",
    "minus": "a tie is −1",
    "plus": "a tie is +1",
    "never": "a tie is no mistake",
}
_SCALED = {
    "centre": " centred",
    "standard": " scaled to mean 0 and deviation 1",
    "range": " scaled to −1 … 1",
}
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
# The options of single rules that have words of their own here.
_WORDED = (
    *("order", "solver", "loss", "batch_size", "pocket"),
    *("eta", "schedule", "margin", "l2", "l1"),
)
_SOLVERS = {
    "closed": "closed form",
    "gd": "gradient descent",
    "newton": "Newton",
    "sgd": "stochastic gradient descent",
}
_SMALL = 6  # rows and columns of a matrix that is printed
_ROWS = 20  # of the first updates


def describe_run(name: str, run: Run) -> str:
    """Return the verdict, the bound, the outcome, the weights and the first updates."""
    table = first_updates(run)
    return "\n".join([*_result(name, run), *(["", *table] if table else [])])


def describe_visits(name: str, run: Run, notation: Notation, most: int) -> str:
    """Return the same without the updates, then the arithmetic of the first visits."""
    shown = min(most, run.visits)
    parts = [render_text(explain(run, visit, notation)) for visit in range(shown + 1)]
    if shown < run.visits:
        more = count(run.visits - shown, "more visit")
        parts.append(f"… and {more} (--visits {run.visits} explains them all)")
    return "\n\n".join(["\n".join(_result(name, run)), *parts])


def _result(name: str, run: Run) -> list[str]:
    if run.dataset.targets is not None:
        return [heading(name, run), *_equations(run), *_ending(run), *_fit(run)]
    return [
        heading(name, run),
        *_verdict(run.space, run.verdict),
        *_bound(run),
        *_ending(run),
        *_weights(run),
    ]


def describe_check(
    name: str,
    rule: Rule,
    space: Space,
    verdict: Separability,
    first_pass: FirstPass | str | None = None,
) -> str:
    """Say whether a line exists, with its margin and bound, or the proof that there is none."""
    lines = [" · ".join([data_words(name, space.dataset, rule), *offset_words(rule)])]
    lines += _verdict(space, verdict)
    if (bound := verdict.mistake_bound) is not None:
        lines.append(f"  {_most(int(bound))} from w₀ = 0, whatever the step: k ≤ R²/γ²")
        lines[-1] += f" = {written(float(bound))}." if bound.denominator > 1 else "."
    if isinstance(first_pass, FirstPass):
        lines.append(f"  {first_pass_words(first_pass)}")
    return "\n".join(lines)


def describe_tally(run: Run) -> str:
    """Say how often each point was mistaken, and which ones a run gets wrong without them."""
    tally, found = tally_at(run, run.visits), leave_one_out(run)
    if isinstance(tally, str):
        return tally
    named = [f"point {i} ×{tally.counts[i]}" for i in tally.mistaken]
    words = f"Mistaken: {few(named)}." if named else "No point was ever mistaken."
    if isinstance(found, str):
        return f"{words}\n  {found}"
    wrong = f" ({named_points(found.errors)})" if found.errors else ""
    return (
        f"{words}\nLeaving one out: {count(len(found.errors), 'error')} in "
        f"{count(found.points, 'point')}{wrong}; at most the {len(found.mistaken)} ever mistaken."
    )


def describe_datasets(entries: Sequence[LibraryEntry]) -> str:
    """List the library: name, what it teaches, where it comes from."""
    width = max(len(entry.name) for entry in entries)
    lines = []
    for entry in entries:
        usage = f"; {entry.usage}" if entry.parameters else ""
        options = f"; try {entry.options}" if entry.suggested else ""
        lines.append(f"{entry.name:<{width}}  {entry.teaches}")
        lines += [f"{'':<{width}}  {entry.remark}"] if entry.remark else []
        lines.append(f"{'':<{width}}  ({entry.source}{usage}{options})")
    return "\n".join(lines)


def _verdict(space: Space, verdict: Separability) -> list[str]:
    if not verdict.separable:
        return [
            f"Not separable: no {_boundary(space)} has every point strictly on its own side.",
            f"  Proof: {_proof(space, verdict.support)}.",
        ]
    gamma = float(verdict.margin_squared) ** 0.5
    where = f" with the constant coordinate {written(space.bias_scale)}" if space.offset else ""
    if isinstance(space, KernelSpace):
        return [
            f"Separable: margin γ = {written(gamma)} (γ² = {_square(space, verdict)}), "
            f"R² = {written(verdict.radius_squared)}, the largest k(x, x).",
            f"  w* is supported by {named_points(list(verdict.support))}.",
        ]
    # The same direction in the smallest whole numbers, as one would write it on the board.
    whole = [v / common_unit(verdict.separator) for v in verdict.separator]
    if max(map(abs, whole)) >= 10**9:
        whole = [v / max(map(abs, whole)) for v in whole]
    return [
        f"Separable: margin γ = {written(gamma)} (γ² = {written(verdict.margin_squared)}), "
        f"R² = {written(verdict.radius_squared)}{where}.",
        f"  w* ∝ {written_line(space, whole)} has this margin, "
        f"supported by {named_points(list(verdict.support))}.",
    ]


def _square(space: KernelSpace, verdict: Separability) -> str:
    """Write γ², which is rounded where the kernel is."""
    square = verdict.margin_squared
    return written(square if space.kernel.is_rational else float(square))


def _proof(space: Space, weights: dict[int, Fraction]) -> str:
    """Read a certificate out: the weighted means of both classes coincide, or Σλz = 0."""
    named = sorted(weights)
    all_named = len(named) <= MOST_NAMED
    shares = ", ".join(written(weights[i]) for i in named)
    weighed = (
        f"weigh {named_points(named)} by {shares}"
        if all_named
        else f"weigh {len(named)} of the points"
    )
    if len(named) == 1:
        return f"point {named[0]} lies at the origin, on every such {_boundary(space).split()[0]}"
    if isinstance(space, KernelSpace):
        return (
            f"{weighed}, each with its label as sign, and they cancel: Σ λ·y·k(x, z) = 0 for all z"
        )
    if not space.offset:
        return f"{weighed}, each with its label as sign, and they add up to zero: Σ λ·y·x = 0"
    rows, unit = space.exact_rows(np.array(named))
    positive = [i for i, row in enumerate(named) if space.labels[row] > 0]
    mean = [
        2 * sum((weights[named[i]] * int(rows[i][j]) * unit for i in positive), Fraction(0))
        for j in range(space.dimension - 1)
    ]
    same = f"{weighed}, and both classes have the same mean {vector(mean)}"
    return f"{same}, which would have to lie on both sides"


def _boundary(space: Space) -> str:
    """Return what separates in this space: a line, a plane through the origin, …"""
    if isinstance(space, KernelSpace):
        return "boundary of this kernel"
    features = space.dimension - space.offset
    name = {1: "threshold", 2: "line", 3: "plane"}.get(features, "hyperplane")
    origin = "" if space.offset else " at the origin" if features == 1 else " through the origin"
    # With an offset a line among scaled points is a line among them as they were typed, too.
    is_other = space.made_by == "lifted" or (origin and space.made_by)
    return name + origin + (f" of the {space.made_by} space" if is_other else "")


def _bound(run: Run) -> list[str]:
    if run.bounds is None:
        # That no line exists has been said; other reasons are news.
        return [f"  {run.why_no_bounds}"] if run.verdict.separable else _first_pass(run)
    start = "w₀ = 0" if not any(run.start) else "this w₀"
    most, limit = run.bounds.most_updates, run.bounds.limit
    exceeds = "" if limit == most else f" (k ≤ {written(limit)})"
    return [f"  {_most(most)} from {start} with η = {written(run.rule.eta)}{exceeds}."]


def _first_pass(run: Run) -> list[str]:
    """Return the bound that needs no line, where it says something."""
    found = first_pass_of(run)
    if isinstance(found, str) or not found.bound.says_something:
        return []
    return [f"  {first_pass_words(found)}"]


def first_pass_words(found: FirstPass) -> str:
    """Say how many mistakes a first pass made, and how many it can make at most."""
    made = count(found.mistakes, "mistake")
    if not found.bound.says_something:
        return f"First pass from w₀ = 0: {made}. {SAYS_NOTHING}."
    bound = found.bound
    radius = float(bound.radius_squared) ** 0.5
    terms = ((radius, "R"), (bound.margin, "γ"), (bound.shortfall, "D"))
    with_terms = ", ".join(f"{name} ≈ {value:.4g}" for value, name in terms)
    return (
        f"First pass from w₀ = 0: {made}, of at most {bound.most_mistakes} in any order: "
        f"((R + D)/γ)² with {with_terms} (Freund and Schapire 1999)."
    )


def _most(updates: int) -> str:
    return f"At most {count(updates, 'update')}"


def _ending(run: Run) -> list[str]:
    outcome, found = run.outcome, run.recurrence
    epochs = count(outcome.epochs, "epoch")
    made = f"{count(outcome.updates, 'update')} in {count(outcome.visits, 'visit')} ({epochs})"
    if run.status == "converged":
        last = run.path.visiting.epoch_of(int(run.history.visits[-1])) if outcome.updates else 0
        where = f", the last update in epoch {last}" if last else ""
        return [f"Converged: {made}{where}.", *_but_wrong(run)]
    if found is not None and found.is_cycle:
        lines = [
            f"Cycles for ever (proved): the weights after visit {found.start_visit} return after "
            f"visit {found.end_visit}, a period of {count(found.period_visits, 'visit')} "
            f"and {count(found.period_updates, 'update')}."
        ]
        return lines + ([f"  Went on to {made}."] if outcome.visits > found.end_visit else [])
    lines = [f"{_why_stopped(run)}: {made}."]
    if found is not None:
        lines.append(
            f"  The weights after visit {found.start_visit} returned after visit "
            f"{found.end_visit}: no {_boundary(run.space)} can exist."
        )
    return lines


def _but_wrong(run: Run) -> list[str]:
    """Say that what a run has converged to is wrong somewhere: its loss asks for something else."""
    if run.dataset.targets is not None or not (wrong := run.outcome.result_errors):
        return []
    words = f"  {wrong} of {count(len(run.dataset), 'point')} wrong"
    if run.verdict.separable:
        return [f"{words}, though a {_boundary(run.space)} separates them."]
    return [f"{words}: no {_boundary(run.space)} separates them (proved)."]


def _why_stopped(run: Run) -> str:
    if run.diverged:
        return "Diverged"
    if run.outcome.updates >= run.rule.max_updates:
        return f"Stopped after the {count(run.rule.max_updates, 'update')} allowed"
    if run.visits >= run.budget:
        return f"Stopped after the {count(run.rule.epochs, 'epoch')} allowed"
    return "Stopped early"


def _weights(run: Run) -> list[str]:
    rule, outcome = run.rule, run.outcome
    if rule.rule == "kernel":
        return [f"w is the sum of {_counted(run)}, {count(outcome.errors, 'error')}."]
    last = shown_numbers(run, run.exact_weights_at(outcome.visits))
    text = f"Weights: w = {written_line(run.space, last)}, {count(outcome.errors, 'error')}"
    lines = [f"{text}{_loss(run)}."]
    answer = run.result_at(outcome.visits)
    if rule.scale != "none" and RULES[rule.rule].answer != "Vote":
        lines.append(f"In the coordinates as typed: w = {_original_line(run, answer)}.")
    wrong = count(outcome.result_errors, "error")
    title = RULES[rule.rule].answer
    if title == "Vote":
        lines.append(f"Vote: {wrong}.")
    elif title:
        shown = written_line(run.space, shown_numbers(run, answer))
        lines.insert(1, f"{title}: w = {shown}, {wrong}.")
    return lines


def _original_line(run: Run, weights: Sequence[Fraction]) -> str:
    """Write the line of weights with the points as they were typed."""
    normal, constant = run.space.line_of(weights)
    *shown, level = shown_numbers(run, [*normal, constant])
    return f"{vector(shown)}, offset {written(level)}"


def _equations(run: Run) -> list[str]:
    """Return Y, f and the normal equations of a small set with real targets, exactly."""
    found = design_of(run)
    lines = [NOTHING_TO_SEPARATE]
    if max(len(found.rows), len(found.right)) > _SMALL:
        return lines
    ridge = f" + {written(run.rule.l2)}·I" if run.rule.l2 else ""
    return [
        *lines,
        f"  Y = {_matrix(found.rows)}, f = {vector(found.targets)}",
        f"  YᵀY = {_matrix(found.squares)}, Yᵀf = {vector(found.right)}",
        *([] if run.rule.l1 else [f"  (YᵀY{ridge})·a = Yᵀf: {_written_equations(found)}"]),
    ]


def _written_equations(found: Design) -> str:
    """Write 5·a₁ + 3·a₂ = 6, 3·a₁ + 3·a₂ = 5."""
    if found.equations is None:
        return "its numbers have too many digits to be written here"
    lines = []
    for row, right in zip(found.equations.matrix, found.equations.right, strict=True):
        terms = [
            f"{written(value)}·a{str(j + 1).translate(_SUBSCRIPTS)}"
            for j, value in enumerate(row)
            if value
        ]
        left = " + ".join(terms or ["0"]).replace("+ −", "− ")
        lines.append(f"{left} = {written(right)}")
    return ", ".join(lines)


def _matrix(rows: Sequence[Sequence[Fraction]]) -> str:
    return f"({'; '.join(', '.join(written(v) for v in row) for row in rows)})"


def _fit(run: Run) -> list[str]:
    """Return the fitted line and its squared error, that of points as they were typed."""
    outcome = run.outcome
    weights = run.result_at(outcome.visits)
    lines = [f"Fit: a = {written_line(run.space, shown_numbers(run, weights))}"]
    lines[0] += _squared_error(run) + "."
    if run.rule.scale != "none":
        lines.append(f"In the coordinates as typed: a = {_original_line(run, weights)}.")
    return lines


def _squared_error(run: Run) -> str:
    if run.diverged:
        return ""
    error = squared_error(run, run.visits)
    total = written(shown_numbers(run, [error])[0])
    return f", squared error {total} over {count(len(run.dataset), 'point')}"


def _counted(run: Run) -> str:
    """Write how many mistakes on how many points w is made of, and α of a few points."""
    tally = tally_at(run, run.visits)
    assert isinstance(tally, MistakeTally)
    total, mistaken = int(tally.counts.sum()), len(tally.mistaken)
    alpha = f", α = {vector(tally.counts.tolist())}" if len(run.dataset) <= MOST_NAMED else ""
    return f"{count(total, 'mistake')} on {count(mistaken, 'point')}{alpha}"


def _loss(run: Run) -> str:
    """Return the loss of the rules that descend on one."""
    kinds = {"sgd": run.rule.loss, "least-squares": "squared"}
    if run.rule.rule not in kinds:
        return ""
    kind = kinds[run.rule.rule]
    with np.errstate(all="ignore"):  # weights that diverged have a loss of infinity
        total = float(loss(run, np.array([run.outcome.updates]), kind)[0])
    return f", {kind} loss {written(total)} over all points"


def describe_actions(rows: Sequence[Mapping[str, object]]) -> str:
    """Return every action of the window with its keys, menu by menu."""
    lines: list[str] = []
    menu = ""
    for row in rows:
        if row["menu"] != menu:
            menu = str(row["menu"])
            lines += ([""] if lines else []) + [menu]
        keys = row["keys"]
        assert isinstance(keys, list)
        lines.append(f"  {row['name']!s:<20} {', '.join(keys):<20} {row['tip']}")
    return "\n".join(lines)


def heading(name: str, run: Run) -> str:
    """Return the data, the rule and its options in a line."""
    rule = run.rule
    parts = [data_words(name, run.dataset, rule), RULES[rule.rule].title]
    if rule.uses_option("order"):
        order = rule.order
        parts.append(order if isinstance(order, str) else f"order {few(order)}")
    arithmetic = "exact" if run.arithmetic == "exact" else "floating point"
    return " · ".join([*parts, *_options(run), *offset_words(rule), arithmetic])


def data_words(name: str, dataset: Dataset, rule: Rule) -> str:
    """Return how many points there are, in which space."""
    lift = ""
    if rule.lift != "none":
        names = tuple(f"x{str(j + 1).translate(_SUBSCRIPTS)}" for j in range(dataset.dimension))
        lift = f" lifted to ({few(feature_names(rule.lift, names))})"
    scaled = _SCALED.get(rule.scale, "")
    words = f"{count(len(dataset), 'point')} in {dataset.dimension}-D{scaled}{lift}"
    return f"{printable(name)}: {words}"


def offset_words(rule: Rule) -> list[str]:
    """Return what is unusual about the offset, if anything is."""
    if rule.rule == "kernel":
        return []
    if not rule.offset:
        return ["no offset"]
    return [] if rule.bias_scale == 1 else [f"B = {written(rule.bias_scale)}"]


def _options(run: Run) -> list[str]:
    """Return what makes this run another run, in the words of a reader."""
    rule = run.rule
    words = [_SOLVERS[rule.solver]] if rule.uses_option("solver") else []
    if run.dataset.targets is None:
        words.append(_TIES[rule.tie])
    if rule.uses_option("loss"):
        words.insert(0, f"{rule.loss} loss")
    if rule.uses_option("batch_size") and rule.batch_size > 1:
        words.append(f"minibatches of {rule.batch_size}")
    if rule.uses_option("pocket"):
        words.append(rule.pocket)
    if rule.uses_option("eta"):
        words.append(f"η = {written(rule.eta)}")
    if rule.uses_option("schedule") and rule.schedule != "constant":
        words.append(f"{rule.schedule} schedule")
    if rule.uses_option("margin") and rule.margin:
        words.append(f"margin {written(rule.margin)}")
    for name in ("l2", "l1"):
        if rule.uses_option(name) and getattr(rule, name):
            words.append(f"{name} = {written(getattr(rule, name))}")
    if any(run.start):
        words.append(f"w₀ = {vector(run.start)}")
    if rule.is_random:
        words.append(f"seed {rule.seed}")
    others = [
        name for name in RULES[rule.rule].uses if name not in _WORDED and rule.uses_option(name)
    ]
    return words + [OPTIONS[name].words(getattr(rule, name)) for name in others]


def written_line(space: Space, weights: Numbers) -> str:
    """Write weights as (1, 2), offset −3, where the offset is that of the line, b = B·v."""
    if not space.offset:
        return vector(weights)
    scale = space.bias_scale if isinstance(weights[-1], Fraction) else float(space.bias_scale)
    return f"{vector(weights[:-1])}, offset {written(weights[-1] * scale)}"


def first_updates(run: Run) -> list[str]:
    """Return the lines: which visit, which point, its score before, the weights after."""
    shown = min(_ROWS, len(run.history))
    if not shown:
        return []
    raw = run.history.weights_after(np.arange(shown + 1))
    single = run.point_of_update(0) is not None
    target = "y" if run.dataset.targets is None else "f"
    about = ["point (from 0)", target, "s before"] if single else []
    is_kernel = run.rule.rule == "kernel"
    rows = [["k", "visit", "epoch", *about, "its α after" if is_kernel else "w after"]]
    for k, visit in enumerate(run.history.visits_of(np.arange(shown)).tolist()):
        after = shown_numbers(run, run.path.arithmetic.fractions(raw[k + 1]))
        point = _point(run, k, raw[k]) if single else []
        epoch = run.path.visiting.epoch_of(visit)
        moved = str(raw[k + 1][run.point_of_update(k)]) if is_kernel else ""
        last = moved or written_line(run.space, after)
        rows.append([str(k + 1), str(visit), str(epoch), *point, last])
    lines = aligned(rows)
    if shown < len(run.history):
        lines.append(f"… and {len(run.history) - shown} more (--json writes up to 100000)")
    return lines


def _point(run: Run, k: int, raw: NDArray[Any]) -> list[str]:
    """Return the cells about the point of an update: which, its label, its score before."""
    i, score = run.point_of_update(k), run.score_before(k, raw)
    assert i is not None
    assert score is not None
    coordinates = [exact_number(v) for v in run.dataset.points[i].tolist()]
    place = f" {vector(shown_numbers(run, coordinates))}" if run.dataset.dimension <= 3 else ""
    label = f"{run.dataset.labels[i]:+d}".replace("-", "−")
    if run.dataset.targets is not None:
        label = written(exact_number(float(run.dataset.targets[i])))
    return [f"{i}{place}", label, written(shown_numbers(run, [score])[0])]


def shown_numbers(run: Run, values: Sequence[Fraction]) -> Numbers:
    """Return fractions where the run is exact, else the floats they stand for."""
    return values if run.arithmetic == "exact" else [float(v) for v in values]
