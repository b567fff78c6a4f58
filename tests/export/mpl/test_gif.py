"""Animations are opened again: frames, times, loops, colours, and nothing that jitters."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageSequence

from perceptron_gui.base.errors import InputError, UsageError
from perceptron_gui.core.runs.run import Run
from perceptron_gui.export.formats.formats import Job
from perceptron_gui.export.layout.page import MOST_FRAMES, Motion, Page, motion_of
from perceptron_gui.export.mpl.gif import animate, choose_frames
from perceptron_gui.export.mpl.pen import PixelPen
from perceptron_gui.figures.model.figure import Axis, Drawing, Figure
from perceptron_gui.figures.model.marks import Line
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.figures.model.view import read_options
from perceptron_gui.labs.registry import VIEWS
from tests.export.programs import trained

# An odd number of pixels both ways.
PAGE = Page(40, 30, 6, dpi=70)
SIZE = 110, 83

Frames = list[NDArray[np.uint8]]


def silent(done: int, total: int) -> None:
    """Ignore the progress."""


def rising(cursor: int) -> Figure:
    """Return a line that rises with the cursor."""
    x = np.array([0.0, 1.0])
    line = Line("line", Role.LOSS, x, x * cursor, "a line")
    return Figure("rising", Axis("$x$", range=(0, 1)), Axis("$y$", range=(0, 10)), (line,))


def animated(
    build: Callable[[int], Drawing],
    cursors: list[int],
    page: Page = PAGE,
    progress: Callable[[int, int], None] = silent,
    **how: Any,
) -> bytes:
    return animate(build, cursors, page, motion_of(how), progress)


def opened(file: bytes) -> tuple[Frames, list[float], dict[Any, Any]]:
    """Return the frames of a file, how long each is shown in ms, and what else it says."""
    frames, times = [], []
    with Image.open(io.BytesIO(file)) as picture:
        for frame in ImageSequence.Iterator(picture):
            frames.append(np.asarray(frame.convert("RGB")))
            times.append(frame.info["duration"])
        return frames, times, picture.info


def test_every_cursor_is_a_frame_even_where_nothing_changes() -> None:
    frames, times, _ = opened(animated(rising, [1, 5, 5, 5, 9, 9], hold=0.0))
    assert len(frames) == 6
    assert times == [200] * 6
    assert {frame.shape for frame in frames} == {(SIZE[1], SIZE[0], 3)}
    same = [np.array_equal(one, other) for one, other in pairwise(frames)]
    assert same == [False, True, True, False, True]


@pytest.mark.parametrize("theme", THEMES)
def test_frames_differ_from_what_the_pen_draws_only_at_smooth_edges(theme: str) -> None:
    page = replace(PAGE, theme=THEMES[theme])
    frames, _, _ = opened(animated(rising, [1, 5, 9], page))
    for frame, cursor in zip(frames, (1, 5, 9), strict=True):
        drawn = np.asarray(PixelPen(page).draw(rising(cursor)))
        apart = np.abs(frame.astype(int) - drawn).max(axis=2)
        assert apart.max() <= 24
        assert (apart == 0).mean() > 0.97
        assert tuple(frame[0, 0]) == tuple(drawn[0, 0])


def test_the_last_frame_stays_and_the_rest_keep_their_rate() -> None:
    _, times, _ = opened(animated(rising, list(range(8)), fps=7.0, hold=1.5))
    assert times[-1] == 1500
    assert sum(times[:-1]) == pytest.approx(1000, abs=10)
    assert max(times[:-1]) - min(times[:-1]) <= 10


def test_nothing_moves_but_what_the_run_moves() -> None:
    def wordy(cursor: int) -> Figure:
        """Return a figure whose words come and go."""
        figure = rising(0)
        other = Line("other", Role.ERRORS, np.array([0.0, 1]), np.array([0.0, 0]), "another line")
        notes = ("A note that is so long that it takes more than one line.",)
        return replace(figure, marks=(*figure.marks, other), notes=notes) if cursor else figure

    def lettered(frame: NDArray[np.uint8]) -> NDArray[np.bool_]:
        return np.asarray(frame.max(axis=2) < 200)

    quiet, loud = (lettered(frame) for frame in opened(animated(wordy, [0, 1]))[0])
    # The legend is the same from the first frame on, and only the note comes in addition.
    lowest = np.flatnonzero(quiet.any(axis=1))[-1]
    assert np.array_equal(quiet[: lowest + 1], loud[: lowest + 1])
    assert not np.array_equal(quiet, loud)


def test_progress_may_raise_to_cancel_and_nothing_is_built_any_more() -> None:
    built: list[int] = []

    def build(cursor: int) -> Figure:
        built.append(cursor)
        return rising(cursor)

    def cancel(done: int, total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        animated(build, list(range(20)), progress=cancel)
    assert len(built) == 28  # all for the layout, six for the colours, and two frames


@pytest.mark.parametrize(
    ("page", "message"),
    [
        (Page(2000, 20, dpi=1200), "65535 are the most in a .gif file"),
        (Page(1300, 1300, dpi=1200), "400 million pixels are the most"),
        (Page(700, 700, dpi=200), r"5512 x 5512 pixels .* 1.37 GB of memory, over"),
    ],
)
def test_what_no_file_can_hold_is_refused_before_it_is_drawn(page: Page, message: str) -> None:
    with pytest.raises(InputError, match=message):
        animated(rising, [1], page)


@pytest.fixture(scope="module")
def run() -> Run:
    return trained("and")


@pytest.fixture(scope="module")
def endless() -> Run:
    """A cycle of XOR that goes on for a million visits."""
    return trained("xor", keep_going=True, epochs=250_000)


@pytest.mark.parametrize(
    ("cursor", "frames", "chosen"),
    [
        (5, "visits", [0, 1, 2, 3, 4, 5]),
        (0, "visits", [0]),
        (0, "updates", [0]),
        (3, 60, [0, 1, 2, 3]),  # no visit comes twice
        (0, 60, [0]),
        (9, 1, [9]),  # a single frame shows the end
    ],
)
def test_frames_reach_from_the_start_to_the_cursor(
    run: Run, cursor: int, frames: str | int, chosen: list[int]
) -> None:
    assert choose_frames(run, cursor, frames) == chosen


def test_every_update_is_a_frame_and_so_are_both_ends(run: Run) -> None:
    changed = run.history.visits.tolist()
    assert choose_frames(run, run.visits, "updates") == [0, *changed, run.visits]
    assert choose_frames(run, changed[2], "updates") == [0, *changed[:3]]


@pytest.mark.parametrize("frames", ["visits", "updates"])
def test_too_many_frames_are_refused_with_advice(endless: Run, frames: str) -> None:
    assert len(endless.history) > 500_000
    with pytest.raises(UsageError, match=f"of all {frames} would have .* evenly spaced"):
        choose_frames(endless, endless.visits, frames)
    assert len(choose_frames(endless, 1000, frames)) > 900
    assert len(choose_frames(endless, endless.visits, MOST_FRAMES)) == MOST_FRAMES


def test_frames_count_visits_and_updates_unless_that_is_not_wanted() -> None:
    run = trained("and")
    options = read_options(VIEWS["loss"].options, {})
    job = Job(VIEWS["loss"], run.dataset, run.rule, run, run.visits, options, PAGE)
    assert job.frame(5).notes[0] == f"After visit 5, epoch 2, $k = {run.updates_at(5)}$."
    assert job.frame(0).notes[0] == "Before the first visit."
    assert job.drawing().notes == ()
    assert replace(job, motion=Motion(no_counter=True)).frame(5).notes == ()
