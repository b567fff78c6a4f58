"""The figures of the step laboratory on one sheet: the curves, and the step that is too long."""

from __future__ import annotations

from dataclasses import replace

from perceptron_gui.figures import step_limit, steps
from perceptron_gui.figures.figure import Figure, Panel, Sheet
from perceptron_gui.figures.steps_sweep import SweepOptions
from perceptron_gui.labs.steps import StepsResult

# From this width over height on, the figures stand beside each other.
_WIDE = 1.2
_STANDING = (
    "These runs begin where the gradient is 0: no step moves them, and so none is too long here."
)


def steps_sheet(
    results: tuple[StepsResult, ...], notation: str, passes: int, aspect: float
) -> Sheet:
    """Draw the curves of a sweep, and beside them the second one, of many steps, if there is."""
    curves = results[0]
    options = steps.StepsOptions(notation=notation, passes=passes, over=curves.over)
    figures = [steps.draw_result(curves, options)]
    if len(results) > 1 and results[1].trials:
        figures.append(
            step_limit.draw_result(results[1], SweepOptions(notation=notation, passes=passes))
        )
    is_wide = aspect >= _WIDE
    panels = tuple(_panel(figure, at, is_wide) for at, figure in enumerate(figures))
    count = len(figures)
    rows, widths = (1, (1.0,) * count) if is_wide else (count, (1.0,))
    # The width of the page has more room for words than that of a figure.
    notes = dict.fromkeys(note for figure in figures for note in figure.notes)
    standing = (_STANDING,) if _stand_still(curves) else ()
    return Sheet(steps.NAME, panels, rows, widths, notes=(*notes, *standing))


def _stand_still(result: StepsResult) -> bool:
    """Tell whether all of several runs with a limit began where they would end."""
    is_limited = bool(result.trials) and result.limit is not None
    return is_limited and all((each.losses == each.losses[0]).all() for each in result.trials)


def _panel(figure: Figure, at: int, is_wide: bool) -> Panel:
    row, column = (0, at) if is_wide else (at, 0)
    return Panel(replace(figure, notes=()), row, column)
