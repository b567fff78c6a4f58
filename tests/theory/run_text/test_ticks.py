"""Where a timeline has its ticks, and up to where they are seen."""

from __future__ import annotations

import numpy as np

from perceptron_gui.theory.run_text.status import TimeScale, epoch_ticks, update_ticks
from tests.figures.timelines import million_visits, run_of


def test_visits_and_pixels_lead_to_each_other() -> None:
    scale = TimeScale(36, 720)
    assert [scale.pixel(visit) for visit in (0, 18, 36)] == [0, 360, 720]
    assert [scale.visit(scale.pixel(visit)) for visit in range(37)] == list(range(37))
    assert [scale.visit(-50), scale.visit(9999)] == [0, 36]
    assert TimeScale(0, 720).visit(300) == 0


def test_every_update_of_a_short_run_has_its_tick() -> None:
    run = run_of("and")
    scale = TimeScale(run.visits, 720)
    ticks, heights = update_ticks(run, scale)
    assert ticks.tolist() == [round(scale.pixel(int(visit))) for visit in run.history.visits]
    assert set(heights) == {1.0}
    assert epoch_ticks(run, scale).tolist() == [80 * epoch for epoch in range(1, 10)]


def test_a_million_visits_have_at_most_a_tick_per_pixel() -> None:
    run = million_visits()
    scale = TimeScale(run.visits, 700)
    ticks, heights = update_ticks(run, scale)
    assert ticks.tolist() == list(range(701))  # this run errs all the time
    assert heights.min() > 0 and heights.max() == 1
    assert np.diff(epoch_ticks(run, scale)).min() >= 7


def test_ticks_of_shared_pixels_are_higher_where_updates_are_denser() -> None:
    run = run_of("iris")
    ticks, heights = update_ticks(run, TimeScale(run.visits, 2))
    updates = run.history.visits
    share = [np.sum(updates <= 75) / 75, np.sum((updates > 75) & (updates <= 225)) / 150]
    assert ticks.tolist() == [0, 1]
    assert (heights[0] > heights[1]) == (share[0] > share[1])
