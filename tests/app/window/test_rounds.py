"""XOR, the demonstration: Space plays its cycle for ever, and every moment of it is true."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.app.person import PATIENCE, Person
from tests.app.windows import OpenWindow

POINTS = [((0, 0), -1), ((0, 1), 1), ((1, 0), 1), ((1, 1), -1)]
PERIOD = len(POINTS)
ROUNDS = 50


def textbook(start: str, visits: int) -> list[tuple[int, list[str]]]:
    """Return k and the weights after 0, 1, 2 … visits, where a point on the line is a mistake."""
    w, k = [Fraction(number) for number in start.split(",")], 0
    found = [(k, [*map(str, w)])]
    for t in range(visits):
        (x1, x2), y = POINTS[t % PERIOD]
        if y * (w[0] * x1 + w[1] * x2 + w[2]) <= 0:
            w, k = [w[0] + y * x1, w[1] + y * x2, w[2] + y], k + 1
        found.append((k, [*map(str, w)]))
    return found


def told(person: Person) -> tuple[int, list[str]]:
    seen = person.window.describe()
    return seen["k"], seen["weights"]


def norms_range(person: Person) -> tuple[float, float]:
    """Return from where to where the axis of k goes."""
    person.wait()
    shown = person.window.plots["norms"].figure.x.range
    assert shown is not None
    return shown


def play_until_round(person: Person, number: int) -> None:
    """Play by the space bar, and pause by it after the class has seen so many rounds."""
    person.keys("Space")
    assert person.sees("playing")
    person.wait_until(lambda: (person.sees("round") or 0) > number)
    person.keys("Space")
    assert not person.sees("playing")


def go_rounds_on(person: Person, rounds: int) -> None:
    """Go on by whole rounds with the key of an epoch."""
    person.keys(*["Ctrl+Right"] * rounds)
    person.wait()


def test_space_plays_xor_for_ever_and_left_goes_all_the_way_back(open_window: OpenWindow) -> None:
    person = open_window()
    start = ",".join(person.sees("weights"))
    cycle = person.controller.run.cycle if person.controller.run else None
    assert cycle is not None and cycle.period_visits == PERIOD
    person.controller.playback.set_speed(100)
    play_until_round(person, ROUNDS)
    last = person.sees("visit")
    assert last > cycle.start_visit + ROUNDS * PERIOD
    true = textbook(start, last)
    assert person.sees("headline").startswith(f"Round {person.sees('round')}. The weights repeat")
    assert person.window.headline.text() == person.sees("headline")
    assert f"round {person.sees('round')} ∞" in person.window.transport.counter.text()
    low, high = norms_range(person)
    assert 0 < low < true[last][0] <= high  # the plot has moved along
    for visit in reversed(range(last)):
        person.keys("Left")
        assert (person.sees("visit"), told(person)) == (visit, true[visit])
        since = visit - cycle.start_visit
        assert person.sees("round") == (None if since <= 0 else -(-since // PERIOD))
    assert norms_range(person)[0] <= 0
    assert person.sees("round") is None
    assert person.sees("headline").startswith("Before the first visit")


def test_a_figure_of_round_30_opens_at_its_visit(
    person: Person, open_window: OpenWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    person.program.settings.export = {"folder": str(tmp_path), "page": {"size": "40x30mm"}}
    go_rounds_on(person, 30)
    person.keys("Left", "Left")
    visit = person.sees("visit")
    assert (visit, person.sees("round")) == (118, 30)
    with qtbot.waitSignal(person.program.exporting.figure_written, timeout=PATIENCE):
        person.do("file.quick_export")
    (path,) = tmp_path.glob("xor-boundary.*")
    other = open_window(str(path))
    for key in ("visit", "round", "k", "weights", "headline"):
        assert other.sees(key) == person.sees(key), key
    assert told(other) == textbook("0,0,0", visit)[visit]


@pytest.mark.parametrize("edit", ["move", "undo"])
def test_an_edit_in_a_later_round_begins_no_false_moment(person: Person, edit: str) -> None:
    go_rounds_on(person, 10)
    person.keys("M")
    person.drag((1.0, 1.0), (0.2, 0.2))
    if edit == "undo":
        person.do("edit.undo")
    run, seen = person.controller.run, person.window.describe()
    assert run is not None and run.dataset is person.session.dataset
    assert seen["k"] == int(run.updates_at(min(seen["visit"], run.visits)))
