"""A proved cycle told line by line for a panel: what repeats, why for ever, what it certifies."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from perceptron_gui.base.exact import format_number
from perceptron_gui.base.number_text import number
from perceptron_gui.core.runs.run import Run
from perceptron_gui.theory.convergence.statement import (
    CYCLE,
    NORM,
    POINT,
    STATE,
    Statement,
    numbered,
)

from .certificate import MOST_TERMS, place, separating, stated_shares
from .cycle_facts import BOUNDED, CycleFacts, cycle_facts, cycling_theorem_holds, why_no_cycle


def cycle_lines(run: Run) -> tuple[Statement, ...]:
    """Tell the cycle of a run, or in one line why none is proved."""
    facts = cycle_facts(run)
    if facts is None:
        return (Statement("no cycle", why_no_cycle(run) or ""),)
    return tuple(_lines(run, facts))


def _lines(run: Run, facts: CycleFacts) -> Iterator[Statement]:
    end = facts.start_visit + facts.period_visits
    weights = place(facts.states[0].weights)
    yield Statement(
        "recurrence",
        f"After visit {facts.start_visit} the weights are ${weights}$, and after visit {end} they "
        "are the same again.",
        numbered(STATE, [0]),
    )
    yield Statement(
        "why for ever",
        f"What a visit does depends on the weights and on the position in the order alone, and "
        f"both are as they were {counted(facts.period_visits, 'visit')} before. So the next "
        f"{_visits_do(facts.period_visits)} the same again, and so on for ever.",
        (CYCLE,),
    )
    yield Statement("errors", _errors(run, facts), (CYCLE,))
    yield _certificate(run, facts)
    norm = facts.largest_norm_squared
    about = "" if Fraction(format_number(norm)) == norm else "about "
    theorem = f" {BOUNDED}" if cycling_theorem_holds(run) else ""
    text = rf"Never is $\|w\|^2$ larger than {about}${number(norm)}$.{theorem}"
    yield Statement("norm", text, (NORM,))


def _visits_do(visits: int) -> str:
    return "visit does" if visits == 1 else f"{visits} visits do"


def _errors(run: Run, facts: CycleFacts) -> str:
    wrong = [state.errors for state in facts.states]
    listed = ", ".join(map(str, wrong[: 2 * MOST_TERMS]))
    more = " and so on" if len(wrong) > 2 * MOST_TERMS else ""
    before = facts.start_visit
    when = f"It begins after {counted(before, 'visit')}" if before else "It begins at once"
    return (
        f"{when} and takes {counted(facts.period_visits, 'visit')} with "
        f"{counted(facts.period_updates, 'update')}. Of {counted(len(run.dataset), 'point')} "
        f"these are wrong on the way: {listed}{more}."
    )


def _certificate(run: Run, facts: CycleFacts) -> Statement:
    shares = {i: share for i, share in enumerate(facts.certificate) if share}
    prove = "proves" if len(shares) == 1 else "prove"
    return Statement(
        "certificate",
        r"In one round the steps add up to nothing: $\sum c_i y_i x_i = 0$ for the times $c_i$ "
        f"that each point was added. So {stated_shares(shares)} {prove} that no {separating(run)} "
        "separates the points.",
        numbered(POINT, shares),
    )


def counted(number: int, noun: str) -> str:
    """Write 1 update, 2 updates."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
