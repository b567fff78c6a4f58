"""The laboratory of effects: tie rule, coding, offset and order, told as its table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from perceptron_gui.base.number_text import json_number
from perceptron_gui.core.runs.run import Run
from perceptron_gui.labs.common.experiment import Runner
from perceptron_gui.labs.common.lab import Lab, Shortcut, table_lines

from .effects import Effect, Effects, EffectsResult
from .view import NAME, EffectsOptions, draw_result


def carry_out(run: Run, options: EffectsOptions, runner: Runner) -> EffectsResult:
    """Train in every setting."""
    tried = options.chosen, options.ties
    result: EffectsResult = runner.run(Effects(run.dataset, run.rule, *tried), "training")
    run.cache.put(NAME, tried, result)
    return result


def words(run: Run, options: EffectsOptions, result: EffectsResult) -> Iterator[str]:
    """Yield the table with its notes."""
    return table_lines(draw_result(result, options))


def report(run: Run, options: EffectsOptions, result: EffectsResult) -> dict[str, Any]:
    """Return every setting, and why some could not be computed."""
    return {"effects": [_effect(each) for each in result.effects], "absent": list(result.absent)}


def _effect(effect: Effect) -> dict[str, Any]:
    order, cycle = effect.order, [list(weights) for weights in effect.cycle]
    return {
        "coding": effect.coding,
        "offset": effect.offset,
        "tie": effect.tie,
        "order": order if isinstance(order, str) else list(order),
        "status": effect.status,
        "arithmetic": "exact" if effect.is_exact else "float64",
        "visits": effect.visits,
        "updates": effect.updates,
        "period_visits": effect.period_visits,
        "period_updates": effect.period_updates,
        **json_number("max_norm_squared", effect.max_norm_squared, effect.is_exact),
        **json_number("cycle", cycle, effect.is_exact),
    }


LABORATORY = Lab(
    "effects",
    "what tie rule, coding, offset and order do to a run",
    "effects",
    carry_out,
    words,
    report,
    (Shortcut("--never", "never", True, "ties that are never a mistake too"),),
)
