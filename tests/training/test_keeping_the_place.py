"""The cursor keeps its place while runs come and go, and while they are computed."""

from __future__ import annotations

from perceptron_gui.core.runs.moment import Moment
from tests.training.watched import AND, Watched, begun


def test_the_place_is_kept_while_points_are_dragged(watched: Watched) -> None:
    playback = watched.playback
    long = begun(200)[1]
    playback.show_run(long)
    playback.seek(120)
    for run in (AND, None, begun(70)[1], long):
        playback.show_run(run)
    assert watched.visits == [120, AND.visits, 0, 70, 120]


def test_at_the_end_of_a_run_the_cursor_stays_at_the_end_of_the_next(
    watched: Watched,
) -> None:
    playback = watched.playback
    playback.show_run(AND)
    playback.go_to_end()
    playback.show_run(begun(200)[1])
    assert playback.moment == Moment(200)
    assert watched.visits == [AND.visits, 200]


def test_what_is_sought_beyond_the_computed_is_waited_for(watched: Watched) -> None:
    playback = watched.playback
    run, prefix = begun(20)
    playback.show_run(prefix)
    playback.seek(60)
    run.advance(10)
    playback.show_run(run.snapshot())
    run.advance(100)
    playback.show_run(run.snapshot())
    assert watched.visits == [20, 30, 60]


def test_the_end_is_followed_while_it_is_computed_and_then_that_of_the_next_run(
    watched: Watched,
) -> None:
    playback = watched.playback
    run, prefix = begun(20)
    playback.show_run(prefix)
    playback.go_to_end()
    run.advance(30)
    playback.show_run(run.snapshot())
    run.interrupt()
    playback.show_run(run.snapshot())
    playback.show_run(begun(100)[1])
    assert watched.visits == [20, 50, 100]
