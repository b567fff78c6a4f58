"""What a rule returns at a visit: the last weights, their average, a vote, or the pocket.

All of it is derived from the recorded path; nothing more is recorded for it.
"""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.exact import INT64_ROOM
from perceptron_gui.core.space.arithmetic import Arithmetic, Raw

from .history import with_rounds
from .path import Path, PointPath

Value = TypeVar("Value")
_PIECE = 4096  # weights judged at a time: their agreements with all points take memory
_LONG_PIECE = 1 << 15  # updates that are quickly added up


class Result(ABC):
    """Derives what is returned after a visit from the path; `limits` say what an error is."""

    def __init__(self, path: Path, limits: Raw) -> None:
        self._path = path
        self._arithmetic = path.arithmetic  # of the points that are judged
        self._limits = limits
        # Where errors were counted last, and how many they are; the same for all who ask at once.
        self._known_errors: tuple[tuple[int, int], int] | None = None

    def along(self, path: Path) -> Result:
        """Return the same result of a snapshot of the path; partial sums are shared."""
        seen = copy.copy(self)
        seen._path = path
        return seen

    def judging(self, points: Arithmetic, limits: Raw, labels: NDArray[np.int8]) -> Result:
        """Return what judges other points (m, D) by the same answer; its errors are theirs."""
        seen = copy.copy(self)
        seen._arithmetic, seen._limits = points, limits
        seen._known_errors = None
        return seen

    @abstractmethod
    def weights(self, visit: int) -> list[Fraction]:
        """Return the weights (D,) the rule returns, exactly as the run holds them."""

    def errors(self, visit: int) -> int:
        """Return how many points the rule's answer gets wrong; many ask for those of one visit."""
        place, known = (visit, int(self._path.history.updates_until(visit))), self._known_errors
        if known is None or known[0] != place:
            known = self._known_errors = place, self._counted_errors(visit)
        return known[1]

    def _counted_errors(self, visit: int) -> int:
        return int(self._arithmetic.count_mistakes(self._raw(visit)[None], self._limits)[0])

    def agreements(self, visit: int) -> Raw:
        """Return numbers (n,) with the signs of y·s, s being what the answer makes of a point."""
        return np.asarray(self._arithmetic.agreements(self._raw(visit)[None])[0])

    def _raw(self, visit: int) -> Raw:
        """Return weights proportional to the answer, in raw numbers."""
        return np.asarray(self._path.history.weights_after(np.array([self.update_kept(visit)]))[0])

    def update_kept(self, visit: int) -> int:
        """Return after which update the weights were found (0: w₀)."""
        return int(self._path.history.updates_until(visit))

    def _visits_of_updates(self, visit: int) -> NDArray[np.int64]:
        history = self._path.history
        return history.visits_of(np.arange(history.updates_until(visit)))


class Last(Result):
    """The weights as they are."""

    def weights(self, visit: int) -> list[Fraction]:
        return self._path.arithmetic.fractions(self._raw(visit))


class _Prefixes(Generic[Value]):
    """What is derived from the first updates of a record, stored for whole pieces of it.

    Readers on several threads may compute and store the same piece: they store the same value.
    """

    def __init__(self, nothing: Value, piece: int) -> None:
        self._known = {0: nothing}
        self._piece = piece

    def upto(self, count: int, extend: Callable[[Value, int, int], Value]) -> Value:
        """Return what the first `count` updates come to; `extend` adds those of a range."""
        whole = known = count // self._piece
        while known not in self._known:
            known -= 1
        for piece in range(known, whole):
            start = piece * self._piece
            self._known[piece + 1] = extend(self._known[piece], start, start + self._piece)
        return extend(self._known[whole], whole * self._piece, count)


class Average(Result):
    """The mean over every visit of the weights after it (001)."""

    def __init__(self, path: Path, limits: Raw) -> None:
        super().__init__(path, limits)
        # Sums over many visits outgrow 64 bits; Python's integers do not.
        self._kind: Any = object if path.arithmetic.is_exact else np.float64
        nothing = np.zeros(path.arithmetic.z.shape[1], dtype=self._kind)
        self._sums = _Prefixes(nothing, _LONG_PIECE)

    def weights(self, visit: int) -> list[Fraction]:
        return self._path.arithmetic.fractions(self._raw(visit), max(1, visit))

    def _raw(self, visit: int) -> Raw:
        """θ_sum = N·θ_N − Σ over updates of (t−1)·step·z; θ₀ before any visit."""
        k = int(self._path.history.updates_until(visit))
        last = self._path.history.weights_after(np.array([k]))[0]
        if visit == 0:
            return np.asarray(last)
        return np.asarray(last.astype(self._kind) * visit - self._late(k))

    def _late(self, k: int) -> Raw:
        """Return Σ (t−1)·step·z over the first k updates."""
        loop = self._path.history.loop

        def recorded(k: int) -> Raw:
            return self._sums.upto(k, self._with_late)

        if loop is None:
            return recorded(k)
        # The steps of one round add up to zero, so being r rounds later matters to none but the
        # last, unfinished round, whose steps so far have moved the weights.
        rounds, rest = divmod(max(0, k - loop.first), loop.updates)
        ends = self._path.history.weights_after(np.array([loop.first, loop.first + rest]))
        moved = ends[1].astype(self._kind) - ends[0].astype(self._kind)
        late = with_rounds(recorded, k, loop.first, loop.updates)
        return np.asarray(late + moved * (rounds * loop.visits))

    def _with_late(self, known: Raw, first: int, last: int) -> Raw:
        """Return the sum over the updates before `first` with those up to `last`."""
        path, arithmetic = self._path, self._path.arithmetic
        assert isinstance(path, PointPath)
        visits = path.history.recorded_visits[first:last]
        z = arithmetic.z[path.history.recorded_points[first:last]]
        if not arithmetic.is_exact:
            return np.asarray(known + (visits - 1).astype(np.float64) @ z * path.step)
        reach = int(visits.max(initial=0)) * arithmetic.largest * len(visits)
        kind: Any = np.int64 if reach < INT64_ROOM else object
        total = (visits - 1).astype(kind) @ z.astype(kind)
        return np.asarray(known + np.array([int(v) * int(path.step) for v in total], dtype=object))


class Vote(Last):
    """Every w_k votes for as many visits as it survived (Freund and Schapire)."""

    def __init__(self, path: Path, limits: Raw, tie: int, labels: NDArray[np.int8]) -> None:
        super().__init__(path, limits)
        self._tie = tie
        self._labels = labels.astype(np.int64)
        self._sums = _Prefixes(np.zeros(len(labels), dtype=np.int64), _PIECE)

    def judging(self, points: Arithmetic, limits: Raw, labels: NDArray[np.int8]) -> Vote:
        seen = super().judging(points, limits, labels)
        assert isinstance(seen, Vote)
        seen._labels = labels.astype(np.int64)
        seen._sums = _Prefixes(np.zeros(len(labels), dtype=np.int64), _PIECE)
        return seen

    def survivals(self, visit: int) -> NDArray[np.int64]:
        """Return the visits c_k (k+1,) each w_k lasted, w₀ first."""
        return np.diff(np.concatenate([[1], self._visits_of_updates(visit), [visit + 1]]))

    def count_voters(self, visit: int) -> int:
        """Return how many weights vote, those of a loop once."""
        loop = self._path.history.loop
        last = visit if loop is None else min(visit, loop.start_visit + loop.visits)
        return int(self._path.history.updates_until(last)) + 1

    def voters(self, visit: int) -> tuple[Raw, NDArray[np.int64]]:
        """Return raw weights (m, D) and how often each votes (m,)."""
        loop, count = self._path.history.loop, self.count_voters(visit)

        def survived(until: int) -> NDArray[np.int64]:
            each = self.survivals(until)
            return np.concatenate([each, np.zeros(count - len(each), dtype=np.int64)])

        if loop is None:
            counts = survived(visit)
        else:
            counts = with_rounds(survived, visit, loop.start_visit, loop.visits)
        return self._path.history.weights_after(np.arange(count)), counts

    def votes(self, visit: int) -> NDArray[np.int64]:
        """Return Σ_k c_k·sign⟨w_k, x̃_i⟩ (n,); a point on the line votes as the tie rule says."""
        loop = self._path.history.loop
        if loop is None:
            return self._recorded_votes(visit)
        # Every visit votes once, and every round of a loop votes alike.
        return with_rounds(self._recorded_votes, visit, loop.start_visit, loop.visits)

    def _recorded_votes(self, visit: int) -> NDArray[np.int64]:
        """Return the votes where nothing repeats yet."""
        counts = self.survivals(visit)
        history, on_line = self._path.history, self._tie * self._labels

        def extend(known: NDArray[np.int64], first: int, stop: int) -> NDArray[np.int64]:
            weights = history.weights_after(np.arange(first, stop))
            signs = self._arithmetic.votes(weights, counts[first:stop], on_line)
            return np.asarray(known + signs * self._labels)

        last = len(counts) - 1  # whose w may go on voting
        return extend(self._sums.upto(last, extend), last, last + 1)

    def agreements(self, visit: int) -> Raw:
        return np.asarray(self.votes(visit) * self._labels)

    def _counted_errors(self, visit: int) -> int:
        """Count votes against the label; an even vote is judged as a point on the line is."""
        agreement = self.agreements(visit)
        on_line = np.sign(self._limits) >= 0
        return int(((agreement < 0) | ((agreement == 0) & on_line)).sum())


class Pocket(Last):
    """The best weights so far, as one of three rules calls them best (Gallant 1990)."""

    def __init__(self, path: Path, limits: Raw, mode: str) -> None:
        super().__init__(path, limits)
        self._training_limits = limits
        self.mode = mode
        # The first of the weights with the fewest errors, and how many those are.
        self._bests = _Prefixes((0, len(path.arithmetic.z) + 1), _PIECE)

    def update_kept(self, visit: int) -> int:
        """Return after which update the pocket's weights were found (0: w₀)."""
        visit = self._news_until(visit)
        if self.mode == "gallant":
            return int(self._runs(visit).argmax())
        if self.mode == "ratchet":
            return self._ratchet(visit)[0]

        def better(known: tuple[int, int], first: int, stop: int) -> tuple[int, int]:
            errors = self._errors_after(np.arange(first, stop))
            if not len(errors) or errors.min() >= known[1]:
                return known
            return first + int(errors.argmin()), int(errors.min())

        made = int(self._path.history.updates_until(visit))
        return self._bests.upto(made + 1, better)[0]

    def run_kept(self, visit: int) -> int:
        """Return the run that weights have to exceed next; of errors alone there is none."""
        visit = self._news_until(visit)
        return int(self._runs(visit).max()) if self.mode == "gallant" else self._ratchet(visit)[1]

    def _news_until(self, visit: int) -> int:
        """Return the visit after which the pocket is not exchanged again, or the one asked for."""
        loop = self._path.history.loop
        # Runs of visits that span two rounds come up in the second; the third adds nothing new.
        return visit if loop is None else min(visit, loop.start_visit + 3 * loop.visits)

    def _errors_after(self, ks: NDArray[np.int64]) -> NDArray[np.int64]:
        weights = self._path.history.weights_after(ks)
        return self._path.arithmetic.count_mistakes(weights, self._training_limits)

    def _runs(self, visit: int) -> NDArray[np.int64]:
        """Return how many visits in a row each w_k, w₀ first, was right."""
        return np.diff(np.concatenate([[0], self._visits_of_updates(visit), [visit + 1]])) - 1

    def _ratchet(self, visit: int) -> tuple[int, int]:
        """Replace when a longer run meets fewer errors; return that and the run at that moment."""
        runs = self._runs(visit)
        best, longest = 0, 0
        fewest = int(self._errors_after(np.array([0]))[0])
        first = 0
        while first < len(runs):
            ahead = first + np.flatnonzero(runs[first : first + _PIECE] > longest)
            better = ahead[self._errors_after(ahead) < fewest] if len(ahead) else ahead
            if len(better):
                best, longest = int(better[0]), longest + 1
                fewest = int(self._errors_after(better[:1])[0])
                first = best + 1
            else:
                first += _PIECE
        return best, longest
