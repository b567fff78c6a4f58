"""Why no line separates the points, or why one does: line by line, and in one sentence."""

from __future__ import annotations

import math
from collections.abc import Iterator

from perceptron_gui.base.number_text import number, sign_of
from perceptron_gui.base.text import listed
from perceptron_gui.core.runs.bounds import first_pass_of
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.hull_gap import hull_gap
from perceptron_gui.core.space.space import lift_pairs
from perceptron_gui.lectures.notation import named_points, point_number
from perceptron_gui.theory.convergence.premises import distance_lines
from perceptron_gui.theory.convergence.statement import (
    COMMON,
    NEAREST,
    POINT,
    SEPARATOR,
    Statement,
    numbered,
)
from perceptron_gui.theory.convergence.statement import HULLS as BOTH_HULLS

from .certificate import (
    DUPLICATES,
    HULLS,
    MOST_TERMS,
    ORIGIN,
    Certificate,
    at,
    certificate_of_run,
    coordinate_sum,
    equals,
    is_exact,
    is_readable,
    mean_sum,
    meets_certificate,
    no_separator,
    place,
    separating,
    shares_latex,
)

_MOST_COORDINATES = 6
# More points than this, or longer fractions, nobody reads in one sentence.
_MOST_NAMED = 6
_LONGEST_SHARE = 7
_MOST_IN_A_PASS = 10_000  # points, whose bound is found while a person waits


def certificate_lines(run: Run) -> tuple[Statement, ...]:
    """Return why no line separates the points, or what separates them."""
    if run.rule.rule == "kernel":
        return tuple(_of_a_kernel(run))
    if run.verdict.separable:
        return tuple(_separable(run))
    found = certificate_of_run(run)
    claim = Statement("claim", f"{no_separator(run.space)}.")
    lines_of = {ORIGIN: _origin, DUPLICATES: _duplicates, HULLS: _hulls}.get(found.kind, _sum)
    return (claim, *lines_of(run, found), *_ties(run))


def _of_a_kernel(run: Run) -> Iterator[Statement]:
    """Yield the same in the feature space of a kernel, whose vectors cannot be written out."""
    support = numbered(POINT, sorted(run.verdict.support))
    if not run.verdict.separable:
        yield Statement("claim", f"{no_separator(run.space)}.")
        yield Statement("argument", why_not_separable(run), support)
        return
    yield Statement("claim", f"A {separating(run.space)} separates these points.")
    if not run.verdict.margin_is_known:
        yield Statement("argument", "Its margin is too small for floating point.")
        return
    square = run.verdict.margin_squared
    value = equals(square) if run.arithmetic == "exact" else rf"\approx {number(float(square))}"
    formula = r"\|w^*\|^2 = \sum \lambda_i\lambda_jy_iy_jk(x_i, x_j)"
    text = rf"The widest one has the margin $\|w^*\|$, with ${formula} {value}$."
    yield Statement("argument", text, support)


def _origin(run: Run, found: Certificate) -> Iterator[Statement]:
    (only,) = found.witnesses
    yield Statement(
        "argument",
        f"Point {point_number(only.index)} is the origin. Without an offset its score is $s = 0$ "
        f"for all weights: it is on every {separating(run.space)}, never strictly on one side.",
        _highlights(found),
    )


def _duplicates(run: Run, found: Certificate) -> Iterator[Statement]:
    one, other = found.witnesses
    typed = place(one.features[: run.dataset.dimension])
    yield Statement(
        "argument",
        f"Points {point_number(one.index)} and {point_number(other.index)} are the same point "
        f"${typed}$, once of class ${sign_of(one.label)}$ and once of class "
        f"${sign_of(other.label)}$. Both always get the same score, so at most one of them is on "
        "its own side.",
        (*_highlights(found), COMMON),
    )


def _hulls(run: Run, found: Certificate) -> Iterator[Statement]:
    yield _shares(found)
    for label in (1, -1):
        part = [w for w in found.witnesses if w.label == label]
        text = f"The mean of class ${sign_of(label)}$ is ${mean_sum(part)} {at(found.common)}$."
        if len(part) == 1:
            only = point_number(part[0].index)
            text = f"The mean of class ${sign_of(label)}$ is point {only}, ${mean_sum(part)}$."
        highlights = (*numbered(POINT, (w.index for w in part)), COMMON)
        yield Statement(f"mean {sign_of(label)}", text, highlights)
    yield from _identity(run, found)
    where = f" of the {run.space.made_by} space" if run.space.made_by else ""
    yield Statement(
        "argument",
        f"So this point{where} lies in the convex hulls of both classes. If a "
        f"{separating(run.space)} separated them, it would need $s > 0$ as a mean of class $+1$ "
        "and $s < 0$ as a mean of class $-1$.",
        (*_highlights(found), BOTH_HULLS, COMMON),
    )


def _sum(run: Run, found: Certificate) -> Iterator[Statement]:
    yield _shares(found)
    yield from _identity(run, found)
    yield Statement(
        "argument",
        r"If some weights $w$ classified every point correctly, $y\langle w, x\rangle > 0$, "
        r"then $\sum \lambda y\langle w, x\rangle > 0$. But this sum is "
        r"$\langle w, \sum \lambda yx\rangle = \langle w, 0\rangle = 0$.",
        (*_highlights(found), BOTH_HULLS, COMMON),
    )


def _highlights(found: Certificate) -> tuple[str, ...]:
    return numbered(POINT, (w.index for w in found.witnesses))


def _shares(found: Certificate) -> Statement:
    written = shares_latex({w.index: w.share for w in found.witnesses})
    text = f"Give these {len(found.witnesses)} points the weights {written}. They add up to 1."
    if not all(is_readable(w.share) for w in found.witnesses[:MOST_TERMS]):
        text += " They are rounded here; with the exact weights every sum below is 0."
    return Statement("shares", text, _highlights(found))


def _identity(run: Run, found: Certificate) -> Iterator[Statement]:
    """Write Σλ·y·x̃ = 0 coordinate by coordinate; the certificate has verified it exactly."""
    names = [f"x_{{{j + 1}}}" for j in range(run.dataset.dimension)]
    for i, j in lift_pairs(run.rule.lift, len(names)):
        names.append(f"{names[i]}^2" if i == j else names[i] + names[j])
    constant = [rf"\cdot {number(run.rule.bias_scale)}"] if run.rule.offset else []
    symbols = [*(rf"\,{name}" for name in names), *constant]
    for j, symbol in enumerate(symbols[:_MOST_COORDINATES]):
        total = rf"\sum \lambda y{symbol} = {coordinate_sum(found.witnesses, j)} = 0"
        yield Statement(f"sum {j}", f"${total}$.", _highlights(found), holds=True)
    if (more := len(symbols) - _MOST_COORDINATES) > 0:
        text = f"The other {more} sums are 0 as well."
        yield Statement("other sums", text, _highlights(found))


def _ties(run: Run) -> Iterator[Statement]:
    """Yield the remark that a run may stop all the same, where points on the line are correct."""
    label = run.rule.sign_on_line
    if not label or run.mistakes[0]:  # within a margin, points on the line are mistakes
        return
    # Nothing but ties can have ended an exact run that left no point out.
    is_plain = run.path.mistake_driven and run.arithmetic == "exact"
    has_ended = is_plain and run.status == "converged" and meets_certificate(run)
    end = ". Only this let the run stop" if has_ended else ""
    yield Statement(
        "ties",
        f"A point of class ${sign_of(label)}$ on the line counts as correct here, though it is "
        f"on neither side{end}.",
    )


def _separable(run: Run) -> Iterator[Statement]:
    verdict = run.verdict
    support = numbered(POINT, sorted(verdict.support))
    if run.rule.offset:
        yield _hulls_apart(run)
    else:
        text = (
            "The convex hull of the signed points $yx$ does not contain the origin. Its nearest "
            rf"point is $w^* {at(verdict.separator)}$, at the distance "
            rf"$\|w^*\| \approx {number(math.sqrt(verdict.margin_squared))}$."
        )
        yield Statement("claim", text, (*support, BOTH_HULLS, NEAREST))
    yield from distance_lines(run, "w^*")
    square = equals(verdict.margin_squared)
    yield Statement(
        "argument",
        f"So a {separating(run.space)} separates them: with $w^*$, which has the largest margin, "
        rf"every point has $ys \ge \|w^*\|^2$, and $\|w^*\|^2 {square}$ is above 0.",
        (*support, SEPARATOR),
    )


def _hulls_apart(run: Run) -> Statement:
    labels = run.dataset.labels
    if (labels == labels[0]).all():
        text = f"All points have the class ${sign_of(int(labels[0]))}$: there is no other hull."
        return Statement("claim", text, (BOTH_HULLS,))
    where = f" in the {run.space.made_by} space" if run.space.made_by else ""
    claim = f"The convex hulls of the classes do not meet{where}."
    gap = hull_gap(run.space)
    if gap is None:
        return Statement("claim", claim, (BOTH_HULLS,))
    relation = "are" if all(map(is_exact, (*gap.positive, *gap.negative))) else "are about"
    return Statement(
        "claim",
        f"{claim} Their nearest points {relation} ${place(gap.positive)}$ and "
        f"${place(gap.negative)}$, at the distance "
        rf"$\delta \approx {number(math.sqrt(gap.distance_squared))}$.",
        (*numbered(POINT, sorted(gap.shares)), BOTH_HULLS, NEAREST),
    )


def first_pass_lines(run: Run, visit: int) -> tuple[Statement, ...]:
    """Return the bound on a first pass that needs no line, where it says something."""
    if len(run.space) > _MOST_IN_A_PASS:
        return ()
    found = first_pass_of(run, visit)
    if isinstance(found, str) or not found.bound.says_something:
        return ()
    bound, quotient = found.bound, r"((R + D)/\gamma)^2"
    radius = equals(bound.radius_squared)
    so_far = "" if found.visits == found.length else " so far"
    mistakes = f"{found.mistakes} mistake{'' if found.mistakes == 1 else 's'}"
    return (
        Statement(
            "bound",
            f"Even so, one pass from $w = 0$ makes at most ${bound.most_mistakes}$ mistakes, "
            "in any order: "
            rf"${quotient} < {bound.most_mistakes + 1}$ (Freund and Schapire 1999).",
        ),
        Statement(
            "terms",
            rf"Here $R^2 {radius}$, and most points keep the margin $\gamma \approx "
            rf"{number(bound.margin)}$ from a line with $\|w\| = 1$. What the others lack adds up "
            rf"to $D \approx {number(bound.shortfall)}$, with "
            r"$D^2 = \sum \text{max}(0, \gamma - ys)^2$.",
        ),
        Statement(
            "made",
            f"The first pass of this run has made {mistakes}{so_far}: "
            rf"${found.mistakes} \le {bound.most_mistakes}$.",
            holds=found.mistakes <= bound.most_mistakes,
        ),
    )


def why_not_separable(run: Run) -> str:
    """Return in a sentence why nothing separates the points: the certificate in short."""
    claim, shares = no_separator(run.space), run.verdict.support
    named = sorted(shares)
    if len(named) == 1:
        point = point_number(named[0])
        return f"{claim}: point {point} is the origin, where the score is always 0."
    if run.rule.rule == "kernel":
        who = named_points(named)
        weights = [number(shares[i]) for i in named]
        if len(named) > _MOST_NAMED or max(map(len, weights)) > _LONGEST_SHARE:
            who = f"{who}, suitably weighted,"
        elif len({*weights}) == 1:
            who = f"{who}, each with the weight {shares[named[0]]},"
        else:
            who = f"{who} with weights {listed([f'${weight}$' for weight in weights])}"
        return rf"{claim}: {who} cancel, $\sum \lambda y\,k(x, z) = 0$ for every $z$."
    found = certificate_of_run(run)
    if found.kind == DUPLICATES:
        one, other = (point_number(witness.index) for witness in found.witnesses)
        return f"{claim}: points {one} and {other} are the same point, once in each class."
    if found.kind == HULLS:
        return (
            f"{claim}: the point $m {at(found.common)}$ lies in the convex hulls of both classes, "
            "so it would have to be on both sides."
        )
    return (
        rf"{claim}: $\sum \lambda yx = 0$, but if all were correct, $\sum \lambda ys$ would be "
        "above 0."
    )
