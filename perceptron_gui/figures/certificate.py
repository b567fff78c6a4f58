"""The sentence that proves that no line separates the points."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from perceptron_gui.core.chalkboard import number
from perceptron_gui.core.run import Run

# More points than this, or longer fractions, nobody reads.
_MOST_NAMED = 6
_LONGEST = 7


def why_not_separable(run: Run) -> str:
    """Read out the certificate λ: both classes have a common mean, or Σλ·y·x = 0 (Gordan)."""
    support = run.verdict.support
    named = sorted(support)
    what = "boundary of this lift" if run.rule.lift != "none" else _separating(run)
    claim = f"No {what} separates these points: "
    if len(named) == 1:
        return f"{claim}point {named[0]} is the origin, where every score is 0."
    shares = [number(support[i]) for i in named]
    who = f"points {_listed([str(i) for i in named])}"
    if len(named) > _MOST_NAMED:
        who = f"{len(named)} of them"
    if len(named) > _MOST_NAMED or max(map(len, shares)) > _LONGEST:
        who = f"{who}, suitably weighted,"
    elif len(set(shares)) == 1:
        who = f"{who}, each with the weight {Fraction(1, len(named))},"
    else:
        who = f"{who} with weights {_listed([f'${share}$' for share in shares])}"
    if run.rule.offset:
        return f"{claim}{who} have the same mean in both classes."
    return rf"{claim}{who} add up to $\sum \lambda yx = 0$."


def _separating(run: Run) -> str:
    name = {1: "threshold", 2: "line"}.get(run.dataset.dimension, "plane")
    return name if run.rule.offset else f"{name} through the origin"


def _listed(texts: Sequence[str]) -> str:
    return f"{', '.join(texts[:-1])} and {texts[-1]}"
