"""The corral of a hull in floats: the few corners whose affine hull is nearest to the origin.

Wolfe (1976): one corner more at a time, and those that weigh nothing dropped. `separability`
finishes exactly what is found here.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.cancel import CancelCheck, StepReport, never_cancelled, no_report

_EPS = float(np.finfo(np.float64).eps)
# Far more than any data set needed; the exact finish goes on from wherever floats gave up.
_MOST_FLOAT_ROUNDS = 20_000
_LOOKING = "looking for the points that decide"


def min_norm_point(
    z: NDArray[np.float64], check_cancelled: CancelCheck = never_cancelled
) -> tuple[list[int], NDArray[np.float64]]:
    """Return the support of the min-norm point of conv{z_i} (n, D), and the point, in floats."""
    support = float_corral(z, check_cancelled)
    corners = z[support]
    p = corners[0]
    if len(corners) > 1:
        q, _ = np.linalg.qr((corners[1:] - corners[0]).T)
        for _ in range(2):  # the first projection loses digits when γ ≪ R
            p = p - q @ (q.T @ p)
    return support, np.asarray(p)


def float_corral(
    z: NDArray[np.float64],
    check_cancelled: CancelCheck = never_cancelled,
    report: StepReport = no_report,
    start: tuple[list[int], list[float]] | None = None,
) -> list[int]:
    """Return the support of the min-norm point of conv{z_i} (n, D), found in floats.

    The search may `start` from the support and the weights that it had among fewer points.
    """
    reach = max(float(z.max()), -float(z.min()))
    total = np.ones(len(z)) @ z  # far faster than sum(axis=0)
    # Else it starts against the mean direction: near the border at once.
    support, weights = start or ([int((z @ total).argmin())], [1.0])
    p = np.dot(weights, z[support])
    best, most = np.inf, 0
    for _ in range(_MOST_FLOAT_ROUNDS):
        check_cancelled()
        scores = z @ p
        nearest = int(scores.argmin())
        square = float(p @ p)
        slack = 8 * _EPS * (math.sqrt(square * len(p)) * reach + square)
        # Every round shortens p; when rounding stops that, floats are done.
        if square >= best or float(scores[nearest]) >= square - slack or nearest in support:
            break
        best = square
        most = max(most, len(support))
        report(_LOOKING, most / (z.shape[1] + 2))
        support, weights, p = _shortened(z, [*support, nearest], [*weights, 0.0])
    return support


def _shortened(
    z: NDArray[np.float64], support: list[int], weights: list[float]
) -> tuple[list[int], list[float], NDArray[np.float64]]:
    """Move to the point of least norm over conv of the support; drop what weighs nothing there."""
    while True:
        corners = z[support]
        affine = affine_weights(corners @ corners.T)
        if min(affine) > 0 or len(support) == 1:
            return support, affine, np.dot(affine, corners)
        ratios = [w / (w - a) if a < w else 0.0 for w, a in zip(weights, affine, strict=True)]
        falling = [i for i, a in enumerate(affine) if a <= 0]
        first = min(falling, key=ratios.__getitem__)
        moved = [w + ratios[first] * (a - w) for w, a in zip(weights, affine, strict=True)]
        kept = [i for i, weight in enumerate(moved) if weight > 0 and i != first]
        support, weights = [support[i] for i in kept], [moved[i] for i in kept]


def affine_weights(gram: NDArray[np.float64]) -> list[float]:
    """Return the weights of the point of least norm in the affine hull of corners.

    They are known by their inner products G (m, m).
    """
    # (G + c·11ᵀ)·u = 1 has the wanted weights as u/Σu for any c > 0, and is regular for
    # independent corners; a c of the size of G keeps the digits.
    matrix = gram + (float(gram[0, 0]) or 1.0)
    try:
        found: list[float] = np.linalg.solve(matrix, np.ones(len(gram))).tolist()
        total = math.fsum(found)
    except np.linalg.LinAlgError:
        total = 0.0
    if total == 0 or not math.isfinite(total):
        return [0.0] * (len(gram) - 1) + [-1.0]  # the newest corner adds nothing: drop it
    return [value / total for value in found]
