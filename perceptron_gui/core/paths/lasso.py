"""The least a·Ga − 2a·r + 2Σ p_j·|a_j|, by patterns of signs: in floats, or exactly in fractions.

Every pattern has a least place. The way there ends where a sign would change, and goes on without
that weight; in the end no weight that is 0 wants to move (Lee, Battle, Raina and Ng 2006). Each
step leads lower, so no pattern comes twice. The columns of weights that are not 0 are independent:
where another depends on them, it takes the place of one of them, and the fit stays the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.exact import solve
from perceptron_gui.base.values import frozen_value

Numbers = NDArray[Any]  # floats, or fractions as objects


def solved_in_floats(matrix: Numbers, right: Numbers) -> Numbers:
    """Return x with matrix · x = right, or the nearest there is."""
    return np.asarray(np.linalg.lstsq(matrix, right, rcond=None)[0])


def solved_exactly(matrix: Numbers, right: Numbers) -> Numbers:
    """Return x with matrix · x = right in fractions; a LinAlgError where it is singular."""
    found = solve(matrix.tolist(), right.tolist())
    if found is None:
        raise np.linalg.LinAlgError("singular, or not solved")
    return np.array(found, dtype=object)


@frozen_value(eq=False)
class Lasso:
    """G (D, D), r (D,) and p (D,), which is 0 where a weight is free; `doubt` is 0 in fractions."""

    gram: Numbers
    right: Numbers
    pulls: Numbers
    solved: Callable[[Numbers, Numbers], Numbers]
    doubt: float

    def least(self, start: Numbers) -> tuple[Numbers, bool]:
        """Return where it is least, going on from a start, and whether that was reached."""
        slack = self.doubt * np.abs(self.right).max()
        found = start
        for _ in range(100 + 5 * len(start)):
            found = self._settled(found)
            slopes = self.gram @ found - self.right
            excess = np.where(self._moving(found), -1, np.abs(slopes) - self.pulls)
            j = int(excess.argmax())
            if excess[j] <= slack:
                return found, True
            found = self._entered(found, j, -1 if slopes[j] > 0 else 1, excess[j])
        return found, False

    def is_only(self, least: Numbers) -> bool:
        """Return whether for sure it is least nowhere else: the columns at the edge tell."""
        slopes = self.gram @ least - self.right
        edge = self._moving(least) | (np.abs(slopes) >= self.pulls)
        try:
            self.solved(self.gram[np.ix_(edge, edge)], self.right[edge])
        except np.linalg.LinAlgError:
            return False
        return True

    def _moving(self, found: Numbers) -> NDArray[np.bool_]:
        return np.asarray((self.pulls == 0) | (found != 0))

    def _settled(self, found: Numbers) -> Numbers:
        """Return the least place for the signs of these weights, or for fewer of them."""
        while True:
            moving = self._moving(found)
            goal = np.zeros_like(found)
            wanted = self.right[moving] - self.pulls[moving] * np.sign(found[moving])
            goal[moving] = self.solved(self.gram[np.ix_(moving, moving)], wanted)
            moved = self._moved(found, goal - found, 1)
            if (self._moving(moved) == moving).all():
                return goal
            found = moved

    def _entered(self, found: Numbers, j: int, sign: int, excess: Any) -> Numbers:
        """Let a weight that is 0 grow as far as that leads down, and the others along with it."""
        moving = self._moving(found)
        others = self.solved(self.gram[np.ix_(moving, moving)], self.gram[moving, j])
        rest = self.gram[j, j] - self.gram[j, moving] @ others  # 0 where it depends on the others
        direction = np.zeros_like(found)
        direction[moving] = -sign * others
        direction[j] = sign
        is_dependent = rest <= self.doubt * self.gram[j, j]
        return self._moved(found, direction, None if is_dependent else excess / rest)

    def _moved(self, found: Numbers, direction: Numbers, longest: Any) -> Numbers:
        """Go in a direction, but not further than to where a weight becomes 0."""
        falling = np.flatnonzero((self.pulls > 0) & (found * direction < 0))
        reaches = -found[falling] / direction[falling]
        if longest is None and not len(falling):  # rounding hides where this leads
            return found
        reach = min([*reaches, *([] if longest is None else [longest])])
        moved = found + reach * direction
        moved[falling[reaches <= reach]] = 0
        return np.asarray(moved)
