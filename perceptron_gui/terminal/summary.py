"""Runs, verdicts and the library in words, for a person at a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from perceptron_gui.base.exact import exact_number
from perceptron_gui.base.text import (
    MOST_NAMED,
    aligned,
    count,
    few,
    named_points,
    vector,
    written,
)
from perceptron_gui.core.data.library import LibraryEntry
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.bounds import FirstPass
from perceptron_gui.core.runs.measures import loss, own_kind
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.runs.tally import MistakeTally, leave_one_out, tally_at
from perceptron_gui.core.space.separability import Separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.lectures.explain import explain
from perceptron_gui.lectures.notation import Notation, point_number
from perceptron_gui.lectures.visit import render_text
from perceptron_gui.theory.inseparable.cycle import recurrence_words, typed_advice
from perceptron_gui.theory.run_text.heading import data_words, heading, offset_words
from perceptron_gui.theory.run_text.words import ending

from .verdict import (
    at_most,
    bound_lines,
    equation_lines,
    first_pass_words,
    fit_lines,
    original_line,
    shown_numbers,
    verdict_lines,
    written_line,
)

_ROWS = 20  # of the first updates


def describe_run(name: str, run: Run) -> str:
    """Return the verdict, the bound, the outcome, the weights and the first updates."""
    return "\n".join([*_result(name, run), *_first_updates(run)])


def describe_visits(name: str, run: Run, notation: Notation, most: int) -> str:
    """Return the same without the updates, then the arithmetic of the first visits."""
    shown = min(most, run.visits)
    visits = [explain(run, visit, notation) for visit in range(shown + 1)]
    parts = [render_text(each) for each in visits]
    if shown < run.visits:
        more = count(run.visits - shown, "more visit")
        parts.append(f"… and {more} (--visits {run.visits} explains them all)")
    return "\n\n".join(["\n".join(_result(name, run)), *parts])


def _result(name: str, run: Run) -> list[str]:
    if run.dataset.targets is not None:
        return [heading(name, run), *equation_lines(run), *_ending(run), *fit_lines(run)]
    return [
        heading(name, run),
        *verdict_lines(run.space, run.verdict),
        *bound_lines(run),
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
    lines += verdict_lines(space, verdict)
    if (bound := verdict.mistake_bound) is not None:
        lines.append(f"  {at_most(int(bound))} from w⁽⁰⁾ = 0, whatever the step: k ≤ R²/γ²")
        lines[-1] += f" = {written(float(bound))}." if bound.denominator > 1 else "."
    if isinstance(first_pass, FirstPass):
        lines.append(f"  {first_pass_words(first_pass)}")
    return "\n".join(lines)


def advice_on(run: Run, name: str) -> tuple[str, ...]:
    """Return a remark on what keeps a run from learning, and on what to try."""
    found = typed_advice(run, name)
    return (found[:1].lower() + found[1:],) if found else ()


def describe_tally(run: Run) -> str:
    """Say how often each point was mistaken, and which ones a run gets wrong without them."""
    tally, found = tally_at(run, run.visits), leave_one_out(run)
    if isinstance(tally, str):
        return tally
    named = [f"point {point_number(i)} ×{tally.counts[i]}" for i in tally.mistaken]
    words = f"Mistaken: {few(named)}." if named else "No point was ever mistaken."
    if isinstance(found, str):
        return f"{words}\n  {found}"
    wrong = f" ({named_points(found.errors)})" if found.errors else ""
    bound = f"; at most the {len(found.mistaken)} ever mistaken" if found.is_bounded else ""
    return (
        f"{words}\nLeaving one out: {count(len(found.errors), 'error')} in "
        f"{count(found.points, 'point')}{wrong}{bound}."
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


def _ending(run: Run) -> list[str]:
    outcome = run.outcome
    made = f"{count(outcome.updates, 'update')} in {count(outcome.visits, 'visit')}"
    lines = [ending(run).full, f"  Made {made} ({count(outcome.epochs, 'epoch')})."]
    if run.cycle is None and run.recurrence is not None:
        lines.append(f"  {recurrence_words(run, run.recurrence)}")
    return lines


def _weights(run: Run) -> list[str]:
    rule, outcome = run.rule, run.outcome
    if rule.rule == "kernel":
        tally = tally_at(run, run.visits)
        assert isinstance(tally, MistakeTally)
        mistakes, mistaken = int(tally.counts.sum()), len(tally.mistaken)
        alpha = f", α = {vector(tally.counts.tolist())}" if len(run.dataset) <= MOST_NAMED else ""
        counted = f"{count(mistakes, 'mistake')} on {count(mistaken, 'point')}{alpha}"
        return [f"w is the sum of {counted}, {count(outcome.errors, 'error')}."]
    last = shown_numbers(run, run.exact_weights_at(outcome.visits))
    text = f"Weights: w = {written_line(run.space, last)}, {count(outcome.errors, 'error')}"
    if rule.rule in ("sgd", "least-squares"):  # which descend on a loss
        kind = own_kind(run)
        with np.errstate(all="ignore"):  # weights that diverged have a loss of infinity
            total = float(loss(run, np.array([outcome.updates]), kind)[0])
        text += f", {kind} loss {written(total)} over all points"
    lines = [f"{text}."]
    answer = run.result_at(outcome.visits)
    if rule.scale != "none" and RULES[rule.rule].answer != "Vote":
        lines.append(f"In the coordinates as typed: w = {original_line(run, answer)}.")
    wrong = count(outcome.result_errors, "error")
    title = RULES[rule.rule].answer
    if title == "Vote":
        lines.append(f"Vote: {wrong}.")
    elif title:
        shown = written_line(run.space, shown_numbers(run, answer))
        lines.insert(1, f"{title}: w = {shown}, {wrong}.")
    return lines


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


def notes(remarks: Iterable[str]) -> str:
    """Return a line for each remark."""
    return "".join(f"Note: {remark}.\n" for remark in remarks)


def _first_updates(run: Run) -> list[str]:
    """Return a table: which visit, which point, its score before, the weights after."""
    shown = min(_ROWS, len(run.history))
    if not shown:
        return []
    raw = run.history.weights_after(np.arange(shown + 1))
    single = run.point_of_update(0) is not None
    target = "y" if run.dataset.targets is None else "f"
    about = ["point", target, "s before"] if single else []
    is_kernel = run.rule.rule == "kernel"
    rows = [["k", "visit", "epoch", *about, "its α after" if is_kernel else "w after"]]
    for k, visit in enumerate(run.history.visits_of(np.arange(shown)).tolist()):
        after = shown_numbers(run, run.path.arithmetic.fractions(raw[k + 1]))
        i, score, point = run.point_of_update(k), run.score_before(k, raw[k]), list[str]()
        if i is not None and score is not None:
            coordinates = [exact_number(v) for v in run.dataset.points[i].tolist()]
            is_short = run.dataset.dimension <= 3
            place = f" {vector(shown_numbers(run, coordinates))}" if is_short else ""
            label = f"{run.dataset.labels[i]:+d}".replace("-", "−")
            if run.dataset.targets is not None:
                label = written(exact_number(float(run.dataset.targets[i])))
            before = written(shown_numbers(run, [score])[0])
            point = [f"{point_number(i)}{place}", label, before]
        epoch = run.path.visiting.epoch_of(visit)
        moved = str(raw[k + 1][i]) if is_kernel else ""
        last = moved or written_line(run.space, after)
        rows.append([str(k + 1), str(visit), str(epoch), *point, last])
    lines = ["", *aligned(rows)]
    if shown < len(run.history):
        lines.append(f"… and {len(run.history) - shown} more (--json writes up to 100000)")
    return lines
