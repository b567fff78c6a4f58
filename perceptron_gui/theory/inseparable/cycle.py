"""A proved cycle: its facts, the place of a visit in it, its lines, and what would help.

Without one, why none is proved. The window offers what helps with a click, the command line says
it in a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from perceptron_gui.base.exact import INT64_ROOM, dot, format_number
from perceptron_gui.base.number_text import number
from perceptron_gui.base.text import count
from perceptron_gui.core.data.dataset import is_binary
from perceptron_gui.core.data.library import LIBRARY
from perceptron_gui.core.paths.history import Recurrence
from perceptron_gui.core.paths.kernel_path import KernelPath
from perceptron_gui.core.paths.path import PointPath
from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.bounds import why_not_covered
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.theory.convergence.statement import (
    CYCLE,
    NORM,
    POINT,
    STATE,
    Statement,
    numbered,
)

from .certificate import (
    MOST_TERMS,
    meets_certificate,
    no_separator,
    place,
    separating,
    shares_latex,
)

# So many weights of a cycle are listed, and fewer where to count their errors takes long.
MOST_STATES = 1000
_MOST_AGREEMENTS = 20_000_000
_PIECE = 1 << 16
# Floats are this exact at least, so the largest norm is among those within it.
_NEAR = 1e-12

BOUNDED = (
    "By the cycling theorem (Minsky and Papert 1969, Block and Levin 1970) "
    "the weights stay bounded."
)


@dataclass(frozen=True)
class CycleState:
    """The weights before one update of the cycle, the constant last, and their errors."""

    updates: int  # k, made before
    visit: int  # the visit of the update that leaves these weights, in the first round
    point: int | None  # the point it adds; None when it is several
    weights: tuple[Fraction, ...]
    errors: int


@dataclass(frozen=True, eq=False)
class CycleFacts(Recurrence):
    """A proved cycle, and the weights before each of its updates."""

    start_updates: int
    states: tuple[CycleState, ...]  # in order; of a very long cycle the first ones
    largest_norm_squared: Fraction  # of the whole run, what comes before the cycle included

    @property
    def is_shortened(self) -> bool:
        """Whether the cycle has more states than are listed."""
        return len(self.states) < self.period_updates


def cycle_facts(run: Run) -> CycleFacts | None:
    """Return the facts of a run's cycle, or None where none is proved."""
    found = run.cycle
    if found is None:
        return None
    first = int(run.updates_at(found.start_visit))
    last = first + found.period_updates
    norm = largest_norm_squared(run, last)
    most = max(1, min(MOST_STATES, _MOST_AGREEMENTS // len(run.dataset)))
    ks = np.arange(first, min(last, first + most))
    fractions = run.path.arithmetic.fractions
    visits, errors = run.history.visits_of(ks).tolist(), run.errors_after(ks).tolist()
    rows = zip(ks.tolist(), visits, run.history.weights_after(ks), errors, strict=True)
    states = tuple(
        CycleState(k, visit, run.point_of_update(k), tuple(fractions(raw)), wrong)
        for k, visit, raw, wrong in rows
    )
    return CycleFacts(**vars(found), start_updates=first, states=states, largest_norm_squared=norm)


def largest_norm_squared(run: Run, last: int) -> Fraction:
    """Return the largest ‖w‖² after up to so many updates, exact."""
    if isinstance(run.path, KernelPath):
        return max(run.path.norms_squared(np.arange(last + 1)))
    best, highest = Fraction(0), 0.0
    for start in range(0, last + 1, _PIECE):
        ks = np.arange(start, min(start + _PIECE, last + 1))
        norms = measures.norm_sq(run, ks)
        highest = max(highest, float(norms.max()))
        for raw in np.unique(run.history.weights_after(ks[norms >= highest * (1 - _NEAR)]), axis=0):
            weights = run.path.arithmetic.fractions(raw)
            best = max(best, dot(weights, weights))
    return best


def why_no_cycle(run: Run) -> str | None:
    """Return why no cycle is proved, and what is known instead; None where one is."""
    if run.cycle is not None:
        return None
    if not run.is_over:
        return "The run is still being computed; no cycle has been found so far."
    if run.status == "converged":
        return "The run has converged: no visit changes the weights any more."
    if (found := run.recurrence) is not None:
        return recurrence_words(run, found)
    return f"{_not_found(run)} {_known_instead(run)}".strip()


def recurrence_words(run: Run, found: Recurrence) -> str:
    """Say what it proves that weights return in a random order."""
    separator = no_separator(run.space)
    return (
        f"The weights after visit {found.end_visit} are those after visit {found.start_visit}, so "
        f"{separator[:1].lower()}{separator[1:]} (proved). The run need not repeat: every epoch "
        "draws a new order."
    )


def _not_found(run: Run) -> str:
    if not run.path.mistake_driven:
        return "This rule also updates on correct points, so no cycle is looked for."
    if run.arithmetic != "exact":
        return (
            "In float64, equal weights would only show that the program repeats itself, so no "
            "cycle is claimed."
        )
    if not run.path.visiting.is_deterministic:
        return "Every epoch draws a new order, so a cycle cannot be proved."
    return f"No cycle was found within {count(run.visits, 'visit')}; one may come later."


def _known_instead(run: Run) -> str:
    is_covered = not why_not_covered(run.rule)
    if run.verdict.separable:
        known = f"A {separating(run.space)} separates these points"
        grows = r"every update adds to $\langle w, w^*\rangle$, so no weights can return"
        return f"{known}: {grows}." if is_covered else f"{known}."
    known = f"{no_separator(run.space)} (proved)"
    if not is_covered:
        return f"{known}."
    if never_ends(run):
        is_exact = run.arithmetic == "exact"
        known += ", so the run never ends" if is_exact else ". Without rounding it would never end"
    return f"{known}.{f' {BOUNDED}' if cycling_theorem_holds(run) else ''}"


def never_ends(run: Run) -> bool:
    """Return whether inseparable points keep this run going forever, but for rounding.

    A tie that counts as correct may end it, and so may points that are never visited.
    """
    return run.rule.tie == "always" and meets_certificate(run)


def cycling_theorem_holds(run: Run) -> bool:
    """Return whether every step is one of finitely many v with ⟨w, v⟩ ≤ 0."""
    return not why_not_covered(run.rule) and run.mistakes[0] == 0


@dataclass(frozen=True)
class CyclePosition:
    """The round, counted from 1, and the visits made in it: 0 only where the first begins.

    A round that has just ended is not yet the next one.
    """

    lap: int
    visit: int
    period: int

    @property
    def turn(self) -> float:
        """Where the hand of a clock stands, from 0 to below 1."""
        return self.visit % self.period / self.period


def cycle_position(run: Run, visit: int) -> CyclePosition | None:
    """Return the place of a visit in the cycle; None before the cycle, or where none is proved.

    Visits after the end of the run have their place too, since the cycle goes on forever.
    """
    found = run.cycle
    if found is None or visit < found.start_visit:
        return None
    made = visit - found.start_visit
    if not made:
        return CyclePosition(1, 0, found.period_visits)
    laps, rest = divmod(made - 1, found.period_visits)
    return CyclePosition(laps + 1, rest + 1, found.period_visits)


def answer_stays(run: Run, visit: int) -> bool:
    """Return whether the pocket stays the same after all visits to come.

    It changes only for better weights, so after a very long run it has found its last ones.
    """

    def kept_forever() -> int:
        longer = run.prolonged(INT64_ROOM)
        return longer.result.update_kept(longer.visits)

    last = run.cache.get_or_compute("kept forever", None, kept_forever)
    return run.result.update_kept(visit) == last


def cycle_lines(run: Run) -> tuple[Statement, ...]:
    """Return the cycle of a run line by line, or one line why none is proved."""
    facts = cycle_facts(run)
    if facts is None:
        return (Statement("no cycle", why_no_cycle(run) or ""),)
    return tuple(_statements(run, facts))


def _statements(run: Run, facts: CycleFacts) -> Iterator[Statement]:
    period, end = facts.period_visits, facts.end_visit
    next_visits = "visit repeats it" if period == 1 else f"{period} visits repeat them"
    weights = place(facts.states[0].weights)
    yield Statement(
        "recurrence",
        f"After visit {facts.start_visit} the weights are ${weights}$, and after visit {end} they "
        "are the same again.",
        numbered(STATE, [0]),
    )
    yield Statement(
        "why forever",
        "A visit depends only on the weights and on the position in the order. Both are as they "
        f"were {count(period, 'visit')} earlier, so the next {next_visits}, forever.",
        (CYCLE,),
    )
    wrong = [state.errors for state in facts.states]
    listed = ", ".join(map(str, wrong[: 2 * MOST_TERMS]))
    more = " and so on" if len(wrong) > 2 * MOST_TERMS else ""
    when = f"after {count(facts.start_visit, 'visit')}" if facts.start_visit else "at once"
    yield Statement(
        "errors",
        f"The cycle begins {when} and takes {count(period, 'visit')} "
        f"({count(facts.period_updates, 'update')}). Errors before each update: {listed}{more}.",
        (CYCLE,),
    )
    shares = {i: share for i, share in enumerate(facts.certificate) if share}
    prove = "proves" if len(shares) == 1 else "prove"
    yield Statement(
        "certificate",
        r"In one round the updates cancel: $\sum c_i y_i x_i = 0$, where $c_i$ counts the updates "
        f"on point $i$. So {shares_latex(shares)} {prove} that no {separating(run.space)} "
        "separates these points.",
        numbered(POINT, shares),
    )
    norm = facts.largest_norm_squared
    about = "" if Fraction(format_number(norm)) == norm else "about "
    theorem = f" {BOUNDED}" if cycling_theorem_holds(run) else ""
    text = rf"$\|w\|^2$ never exceeds {about}${number(norm)}$.{theorem}"
    yield Statement("norm", text, (NORM,))


# What may help: the same points with −1 for 0, or an offset.
CENTRED, OFFSET = "centred", "offset"
_MOST_UPDATES = 1000  # longer cycles are not searched for a point at the origin
_MOST_NUMBERS = 4000  # larger data sets are not searched for a line unasked


@dataclass(frozen=True)
class Advice:
    """A sentence on what keeps a run from learning, and what would help."""

    why: str
    helps: tuple[str, ...]


def advice(run: Run | None) -> Advice | None:
    """Return what would help a run that provably never learns its points; else None."""
    if run is None or run.rule.offset or run.cycle is None:
        return None
    if standstill(run) is not None:
        zeros = ", ".join("0" * run.dataset.dimension)
        why = (
            f"Nothing can be learnt from ({zeros}): it is on every line through the origin, so it "
            "is always a mistake, but adding it changes no weight."
        )
        return Advice(why, (CENTRED, OFFSET) if is_binary(run.dataset) else (OFFSET,))
    # A line may separate the points, though none through the origin does.
    if run.dataset.points.size > _MOST_NUMBERS or run.verdict_is_pending or run.verdict.separable:
        return None

    def with_offset() -> bool:
        return separability(Space.of(run.dataset, replace(run.rule, offset=True))).separable

    if not run.cache.get_or_compute("needs offset", None, with_offset):
        return None
    why = f"{no_separator(run.space)}, so the weights repeat forever."
    return Advice(f"{why} With an offset, a line separates them.", (OFFSET,))


def typed_advice(run: Run, name: str) -> str:
    """Return the same for the command line, where points of the library are called by a name."""
    found = advice(run)
    if found is None:
        return ""
    centred = f"{name}-pm"
    data = f"the data set {centred}" if centred in LIBRARY else "inputs of −1 and +1 instead"
    tried = {CENTRED: data, OFFSET: "--offset"}
    return f"{found.why} Try {' or '.join(tried[each] for each in found.helps)}"


def standstill(run: Run) -> int | None:
    """Return the point at the origin that a run without an offset visits forever, or None.

    Its score is 0 whatever the weights are, and y·0 is added to them where that is a mistake.
    """
    found = run.cycle
    if found is None or found.period_updates > _MOST_UPDATES or not isinstance(run.path, PointPath):
        return None
    first = int(run.updates_at(found.start_visit))
    points = run.path.points_of_updates(first, first + found.period_updates)
    is_still = bool(len(points)) and not run.path.arithmetic.z[points].any()
    return int(points[0]) if is_still else None
