"""A proved cycle: the lines it visits for ever, its walk among the weights, and their norm."""

from __future__ import annotations

from dataclasses import replace

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.boundary import view as boundary
from perceptron_gui.figures.curves import norms
from perceptron_gui.figures.model.figure import Figure, Panel, Sheet
from perceptron_gui.figures.model.view import View, ViewOptions, nothing_to_show
from perceptron_gui.figures.plane.cycle import ShownCycle, shown_cycle
from perceptron_gui.figures.plane.data_plane import BoundaryOptions
from perceptron_gui.theory.inseparable.cycle import (
    BOUNDED,
    cycle_position,
    cycling_theorem_holds,
    why_no_cycle,
)

from .lines import lines_figure
from .weights import weights_figure

NAME = "cycle"
NORMS = "cycle-norms"
# How wide over high the planes are, beside the sheet: half as wide, two thirds as high.
_PLANE = 0.75
# The norms are shown over so many rounds at least, and as long again as it took to get there.
_ROUNDS = 4


def build(dataset: Dataset, run: Run | None, cursor: int, options: ViewOptions) -> Figure | Sheet:
    """Draw lines, weights and norms of the cycle, or the plane and why there is none."""
    if run is None:
        return nothing_to_show(NAME, options)
    cycle = shown_cycle(run, cursor, options)
    if cycle is None:
        return _without_cycle(dataset, run, cursor, options)
    lines = lines_figure(cycle, options.aspect * _PLANE)
    weights = weights_figure(cycle, options.aspect * _PLANE)
    panels = (
        Panel(replace(lines, notes=()), 0, 0, rows=2),
        Panel(replace(weights, notes=()), 0, 1, rows=2),
        Panel(_norms_figure(cycle, 3 * options.aspect), 2, 0, columns=2),
    )
    small_print = " ".join((*lines.notes, *weights.notes))
    notes = (*_notes(cycle), *([small_print] if small_print else []))
    return Sheet(NAME, panels, 3, (1.0, 1.0), options.title, notes)


def _without_cycle(dataset: Dataset, run: Run, cursor: int, options: ViewOptions) -> Figure:
    """Return the plane as it is, and the reason why nothing is known to return."""
    chosen = BoundaryOptions(
        notation=options.notation, range=options.range, title=options.title, aspect=options.aspect
    )
    plane = boundary.VIEW.build(dataset, run, min(cursor, run.visits), chosen)
    assert isinstance(plane, Figure)
    return replace(plane, notes=(*plane.notes, why_no_cycle(run) or ""))


def _norms_figure(cycle: ShownCycle, aspect: float) -> Figure:
    """Draw ‖w‖² to the cursor, and faintly what the proof says of the rounds to come."""
    facts = cycle.facts
    rounds = max(_ROUNDS, -(-facts.start_visit // facts.period_visits))
    longer = cycle.run.prolonged(facts.start_visit + rounds * facts.period_visits)
    chosen = norms.NormOptions(
        notation=cycle.options.notation, detail=cycle.options.detail, aspect=aspect, future=True
    )
    drawn = norms.VIEW.build(longer.dataset, longer, cycle.cursor, chosen)
    assert isinstance(drawn, Figure)
    return replace(drawn, name=NORMS, notes=())  # the sheet says it


def _notes(cycle: ShownCycle) -> tuple[str, ...]:
    facts, cursor = cycle.facts, cycle.cursor
    begins = f"after visit {facts.start_visit}" if facts.start_visit else "at once"
    visits = f"{facts.period_visits} visit{'' if facts.period_visits == 1 else 's'}"
    updates = f"{facts.period_updates} update{'' if facts.period_updates == 1 else 's'}"
    hand = cycle_position(cycle.run, cursor)
    now = "" if hand is None else f" (round {hand.lap}, visit {hand.visit} of {hand.period})"
    text = f"The cycle begins {begins} and repeats {visits} with {updates} for ever{now}"
    errors = ", ".join(str(state.errors) for state in facts.states)
    wrong = f"; errors in turn: {errors}" if cycle.is_numbered else ""
    theorem = (BOUNDED,) if cycling_theorem_holds(cycle.run) else ()
    return (f"{text}{wrong}.", *theorem)


VIEW = View(
    NAME,
    "A proved cycle: the lines it visits for ever, its walk among the weights, and their norm.",
    ViewOptions,
    build,
)
