"""Which visits an animation shows."""

from __future__ import annotations

from itertools import pairwise

import pytest

from perceptron_gui.base.errors import UsageError
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.export.animation.animation import MOST_FRAMES, choose_frames


@pytest.fixture(scope="module")
def run() -> Run:
    return Run(make(LIBRARY["and"]), Rule()).finish()


@pytest.fixture(scope="module")
def endless() -> Run:
    """A cycle of XOR that goes on for a million visits."""
    return Run(make(LIBRARY["xor"]), Rule(keep_going=True, epochs=250_000)).finish()


def test_every_visit_is_a_frame_from_the_start_to_the_cursor(run: Run) -> None:
    assert choose_frames(run, 5, "visits") == [0, 1, 2, 3, 4, 5]
    assert choose_frames(run, 0, "visits") == [0]


def test_every_update_is_a_frame_and_so_are_both_ends(run: Run) -> None:
    changed = run.history.visits.tolist()
    assert choose_frames(run, run.visits, "updates") == [0, *changed, run.visits]
    assert choose_frames(run, changed[2], "updates") == [0, *changed[:3]]
    assert choose_frames(run, 0, "updates") == [0]


@pytest.mark.parametrize("count", [2, 3, 7, 20, 36])
def test_a_number_of_frames_is_spread_evenly(run: Run, count: int) -> None:
    chosen = choose_frames(run, run.visits, count)
    assert (chosen[0], chosen[-1], len(chosen)) == (0, run.visits, count)
    gaps = {after - before for before, after in pairwise(chosen)}
    assert max(gaps) - min(gaps) <= 1


def test_no_visit_comes_twice_where_there_are_fewer_than_frames(run: Run) -> None:
    assert choose_frames(run, 3, 60) == [0, 1, 2, 3]
    assert choose_frames(run, 0, 60) == [0]


def test_a_single_frame_shows_the_end(run: Run) -> None:
    assert choose_frames(run, 9, 1) == [9]


@pytest.mark.parametrize("frames", ["visits", "updates"])
def test_too_many_frames_are_refused_with_advice(endless: Run, frames: str) -> None:
    assert len(endless.history) > 500_000
    with pytest.raises(UsageError, match=f"of all {frames} would have .* evenly spaced"):
        choose_frames(endless, endless.visits, frames)
    assert len(choose_frames(endless, 1000, frames)) > 900
    assert len(choose_frames(endless, endless.visits, MOST_FRAMES)) == MOST_FRAMES


@pytest.mark.parametrize("frames", [0, -1, MOST_FRAMES + 1, "epochs"])
def test_frames_that_cannot_be_are_refused(run: Run, frames: str | int) -> None:
    with pytest.raises(UsageError, match="frames"):
        choose_frames(run, run.visits, frames)
