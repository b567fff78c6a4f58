"""The sentences that prove that no line separates the points, or that one does."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from perceptron_gui.base.number_text import number
from perceptron_gui.core.runs.run import Run
from perceptron_gui.theory.inseparable.certificate import HULLS, SUM, Certificate, at, separating
from perceptron_gui.theory.inseparable.certificate_lines import certificate_lines

# More points than this, or longer fractions, nobody reads.
_MOST_NAMED = 6
_LONGEST = 7


def why_not_separable(run: Run) -> str:
    """Read out the certificate λ: both classes have a common mean, or Σλ·y·x = 0 (Gordan)."""
    support = run.verdict.support
    named = sorted(support)
    claim = f"No {separating(run)} separates these points: "
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


def in_short(run: Run, found: Certificate | None) -> str:
    """Say beside a picture of the hulls what proves the verdict: a certificate, or the gap."""
    claim = f"No {separating(run)} separates these points:"
    if found is not None and found.kind == HULLS:
        return (
            rf"{claim} weighted by $\lambda$, both classes have the mean $m {at(found.common)}$, "
            "which would need $s > 0$ and $s < 0$ at once."
        )
    if found is not None and found.kind == SUM:
        return (
            rf"{claim} $\sum \lambda yx = 0$, but weights that are right for all of them would "
            r"make $\sum \lambda ys > 0$."
        )
    told = {line.key: line.text for line in certificate_lines(run)}
    return told["claim" if found is None else "argument"]


def _listed(texts: Sequence[str]) -> str:
    return f"{', '.join(texts[:-1])} and {texts[-1]}"
