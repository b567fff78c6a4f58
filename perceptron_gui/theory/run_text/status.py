"""The parts of the status line at a visit, the ticks of a timeline, and one round of a cycle."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import Notation
from perceptron_gui.theory.inseparable.cycle import cycle_position

from .words import Words, ending, error_words, grouped, verdict_words

_CLOSEST_EPOCHS = 7  # pixels
_SHORTEST = 0.4


@dataclass(frozen=True)
class TimeScale:
    """Puts visits 0 … `visits` onto pixels 0 … `width`."""

    visits: int
    width: int

    def pixel(self, visit: int) -> float:
        """Return where a visit lies; a run without visits begins and ends at 0."""
        return self.width * (visit / self.visits) if self.visits else 0.0

    def visit(self, pixel: float) -> int:
        """Return the visit nearest to a pixel."""
        if self.width <= 0:
            return 0
        return min(max(round(self.visits * (pixel / self.width)), 0), self.visits)


def update_ticks(run: Run, scale: TimeScale) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the pixels (m,) with updates, and how high their ticks are (m,), at most 1.

    Where visits share a pixel its tick says by its height how many of them were updates.
    """
    if not scale.visits or scale.width <= 0:
        return np.empty(0, dtype=np.int64), np.empty(0)
    # The last visit nearest to each pixel (width + 2,), beginning with the one left of 0.
    edges = np.floor((np.arange(-1, scale.width + 1) + 0.5) * (scale.visits / scale.width))
    last = np.clip(edges, 0, scale.visits).astype(np.int64)
    updates = np.diff(run.updates_at(last))
    pixels = np.flatnonzero(updates)
    shares = updates[pixels] / np.maximum(np.diff(last)[pixels], 1)
    heights = _SHORTEST + (1 - _SHORTEST) * shares / shares.max(initial=0.0)
    return pixels, heights


def epoch_ticks(run: Run, scale: TimeScale) -> NDArray[np.int64]:
    """Return the pixels at which epochs end, of many only every second, fifth, tenth …"""
    if not scale.visits or scale.width <= 0:
        return np.empty(0, dtype=np.int64)
    length = run.path.visiting.epoch_length
    fewest = _CLOSEST_EPOCHS * scale.visits / (length * scale.width)
    power = 1
    while power * 5 < fewest:
        power *= 10
    apart = length * next(step * power for step in (1, 2, 5, 10) if step * power >= fewest)
    ends = np.arange(1, scale.visits // apart + 1) * float(apart)
    return np.asarray(np.rint(ends * (scale.width / scale.visits)), dtype=np.int64)


def period(run: Run) -> tuple[int, int] | None:
    """Return the visits between which the weights first return, where that proves a cycle."""
    found = run.cycle
    return (found.start_visit, found.end_visit) if found is not None else None


def timeline_place(run: Run, visit: int) -> int:
    """Return where on a timeline a visit lies: later rounds than those computed repeat the last."""
    found, last = run.cycle, run.computed_visits
    if found is None or visit <= last:
        return visit
    return last - found.period_visits + (visit - last - 1) % found.period_visits + 1


# What a lesson may hide: later visits; how the run ends and whether a line separates the points;
# how points are classified; their scores; the line; and how many updates are made.
FUTURE, VERDICT = "future", "verdict"
CLASSES, SCORES, LINE, COUNT = "classes", "scores", "line", "count"
_HIDING = {"ending": VERDICT, "verdict": VERDICT, "errors": CLASSES, "updates": COUNT}
NO_POINTS = "no points yet"
# Which part is shortened or left out next; k always stays.
_LESS = ("ending", "arithmetic", "verdict", "epoch", "errors")

Parts = dict[str, Words]


def shortened(parts: Mapping[str, Words]) -> Iterator[list[str]]:
    """Yield all parts in full, then more and more of them in short; an empty one is left out."""
    for count in range(len(_LESS) + 1):
        less = _LESS[:count]
        texts = [words.short if name in less else words.full for name, words in parts.items()]
        yield list(filter(None, texts))


def status_parts(
    run: Run,
    notation: Notation,
    visit: int,
    made: int,
    shows_future: bool = False,
    hides: Collection[str] = (),
    step: str = "",
) -> Parts:
    """Return what the status line says at a visit when `made` visits have had their effect.

    The visit itself is counted beside the timeline.

    How the run ends is said at its end, or with the future. The verdict is computed elsewhere:
    until then the `step` of the search is shown. What a lesson `hides` is left out.
    """
    # A run may be shorter than the one that the cursor was moved in.
    visit, made = min(visit, run.visits), min(made, run.visits)
    known: Parts = {}
    span = period(run)
    if shows_future or not run.is_over or made >= (span[1] if span else run.visits):
        known["ending"] = ending(run).in_line
    known["verdict"] = verdict_words(run, notation, step).in_line
    parts = {
        "epoch": Words(f"epoch {grouped(run.path.visiting.epoch_of(visit))}", ""),
        "updates": Words(f"k = {grouped(int(run.updates_at(made)))}", ""),
        "errors": error_words(run, made),
        **known,
        "arithmetic": Words("exact" if run.arithmetic == "exact" else "floating point", ""),
    }
    return {name: words for name, words in parts.items() if _HIDING.get(name) not in hides}


# More ticks than this would melt into a ring.
_MOST_TICKS = 48


@dataclass(frozen=True)
class CycleFace:
    """One round of a cycle, and where the run is in it."""

    words: str
    tip: str
    ticks: tuple[bool, ...]  # whether each visit of a round is an update; empty if they are many
    turn: float | None  # how much of the round is done; None before the cycle


def cycle_face(run: Run, made: int, shows_future: bool) -> CycleFace | None:
    """Return what is to be seen when `made` visits have had their effect.

    None where no cycle is proved, or where that is still to come and the future is hidden.
    """
    found = run.cycle
    if found is None or not (shows_future or made >= found.end_visit):
        return None
    hand, visits = cycle_position(run, made), found.period_visits
    ticks: tuple[bool, ...] = ()
    if visits <= _MOST_TICKS:
        updates = run.updates_at(np.arange(found.start_visit, found.end_visit + 1))
        ticks = tuple((np.diff(updates) > 0).tolist())
    return CycleFace(
        f"enters the cycle at visit {grouped(found.start_visit)}"
        if hand is None
        else f"round {grouped(hand.lap)}, visit {grouped(hand.visit)} of {grouped(visits)}",
        ending(run).full,
        ticks,
        None if hand is None else hand.turn,
    )
