"""Speeds: geometric from one visit in two seconds to several in a frame, and in words."""

from __future__ import annotations

from itertools import pairwise

import pytest

from perceptron_gui.training.playback import speed_text, visits_per_second


def test_every_level_is_faster_than_the_one_before_by_the_same_factor() -> None:
    speeds = [visits_per_second(level) for level in range(101)]
    assert speeds[0] == 0.5
    assert speeds[100] * 0.016 == pytest.approx(8)
    factors = [after / before for before, after in pairwise(speeds)]
    assert min(factors) > 1
    assert factors == pytest.approx([factors[0]] * 100)


@pytest.mark.parametrize(
    ("level", "text"),
    [
        (0, "1 visit in 2 s"),
        (5, "1 visit in 1.4 s"),
        (10, "1 visit a second"),
        (12, "1.1 visits a second"),
        (20, "2 visits a second"),
        (60, "32 visits a second"),
        (100, "500 visits a second"),
    ],
)
def test_a_speed_is_said_in_words(level: int, text: str) -> None:
    assert speed_text(level) == text


def test_no_two_neighbouring_levels_fall_back() -> None:
    numbers = [float(speed_text(level).split()[0]) for level in range(10, 101)]
    waits = [float(speed_text(level).split()[3]) for level in range(9)]
    assert numbers == sorted(numbers)
    assert waits == sorted(waits, reverse=True)
