"""What a user should know of a rule before it is trained: options and points it passes over."""

from __future__ import annotations

from .options import flag
from .rule import Rule


def remarks_on(rule: Rule, points: int) -> list[str]:
    """Return a sentence for every option without effect, and for points never visited."""
    found = [f"{flag(name)} has no effect on {rule.rule}" for name in rule.without_effect()]
    if "seed" in rule.given and not rule.is_random:
        found.append("--seed has no effect where nothing is random")
    left_out = points - len(set(rule.order)) if isinstance(rule.order, tuple) else 0
    if left_out:
        found.append(f"--order never visits {left_out} of the points")
    return found
