"""Students who work an exercise out by hand in fractions, some of them with one misconception.

Nothing here is taken from the package: they read the points, the labels, the start and the rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

BUGS = ("sign", "eta", "offset", "correct", "tie", "visits")
MOST = 200  # visits, after which a student gives up


@dataclass(frozen=True)
class Task:
    """What stands on the sheet of paper."""

    points: list[tuple[Fraction, ...]]
    labels: list[int]
    start: list[Fraction]
    eta: Fraction
    tie: str

    @property
    def has_offset(self) -> bool:
        return len(self.start) == 3


@dataclass(frozen=True)
class Student:
    """Works as the rule says, but for one bug; `forgets` says where the offset is forgotten."""

    bug: str = ""
    forgets: str = "scores"

    def score(self, task: Task, weights: list[Fraction], i: int) -> Fraction:
        x, y = task.points[i]
        total = weights[0] * x + weights[1] * y
        forgotten = self.bug == "offset" and self.forgets == "scores"
        return total + weights[2] if task.has_offset and not forgotten else total

    def is_mistake(self, task: Task, weights: list[Fraction], i: int) -> bool:
        if self.bug == "correct":
            return True  # every visit is an update
        score = self.score(task, weights, i)
        if score:
            return (score > 0) != (task.labels[i] > 0)
        taken = {"plus": 1, "minus": -1}.get(task.tie)
        is_wrong = taken is None or taken != task.labels[i]
        return not is_wrong if self.bug == "tie" else is_wrong

    def updated(self, task: Task, weights: list[Fraction], i: int) -> list[Fraction]:
        eta = Fraction(1) if self.bug == "eta" else task.eta
        step = -eta if self.bug == "sign" else eta
        step *= task.labels[i]
        new = [weights[0] + step * task.points[i][0], weights[1] + step * task.points[i][1]]
        if task.has_offset:
            new.append(weights[2] if self.bug == "offset" else weights[2] + step)
        return new

    def answers(self, task: Task) -> dict[str, Any]:
        """Return the answers to all questions; those that are never reached are missing."""
        weights, n = list(task.start), len(task.points)
        found: dict[str, Any] = {}
        seen = {(tuple(weights), 0): (0, 0)}
        updates, clean = 0, 0
        for visit in range(1, MOST):
            i = (visit - 1) % n
            if self.is_mistake(task, weights, i):
                weights = self.updated(task, weights, i)
                updates, clean = updates + 1, 0
                found.setdefault("point", i)
                found.setdefault("weights", tuple(weights))
            else:
                clean += 1
            if visit % n == 0 and clean >= n:
                told = visit if self.bug == "visits" else updates
                return {**found, "ending": "converges", "count": told}
            place = tuple(weights), visit % n
            if place in seen and updates > seen[place][1]:
                before, made = seen[place]
                told = visit - before if self.bug == "visits" else updates - made
                return {**found, "ending": "cycles", "count": told}
            seen.setdefault(place, (visit, updates))
        return found
