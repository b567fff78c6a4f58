"""The activation functions of lecture 002: what a neuron makes of its sum."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .marks import Values


def threshold(s: Values) -> Values:
    """sgn(s); at 0 it is left open, and the tie rule decides."""
    return np.sign(s)


def identity(s: Values) -> Values:
    """The sum itself."""
    return s


def ramp(s: Values) -> Values:
    """0 below 0, then s, and 1 above 1."""
    return np.clip(s, 0.0, 1.0)


def logistic(s: Values) -> Values:
    """1/(1 + e^−s), without overflow."""
    return np.asarray((1.0 + np.tanh(s / 2.0)) / 2.0)


ACTIVATIONS: dict[str, Callable[[Values], Values]] = {
    "threshold": threshold,
    "identity": identity,
    "ramp": ramp,
    "logistic": logistic,
    "tanh": np.tanh,
}
