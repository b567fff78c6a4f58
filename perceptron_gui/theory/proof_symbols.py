"""What a lecture calls the things of the convergence proofs: w*, R, the step, where w began.

All are small LaTeX.
"""

from __future__ import annotations

from perceptron_gui.core.notation import Notation

_AFTER = {"000": "w^{(k)}", "001": r"\theta^{(k)}", "002": "w(k)", "003": "a^{(k+1)}"}
_START = {
    "000": "w^{(0)}",
    "001": r"\theta^{(0)}",
    "002": "w(0)",
    "003": "a^{(1)}",
    "004": r"\theta(0)",
}
_BEST = {"001": r"\hat{\theta}", "003": r"\hat{a}", "004": r"\theta^*"}
_RADIUS = {"003": r"\beta"}
_STEP = {"002": r"2\mu"}


def weights_after(notation: Notation) -> str:
    """Return the weights after k updates: w^{(k)}, w(k), a^{(k+1)} …"""
    return _AFTER.get(notation.name, notation.bare_weights)


def start(notation: Notation) -> str:
    """Return the weights before the first visit."""
    return _START[notation.name]


def separator(notation: Notation) -> str:
    """Return what w* is called."""
    return _BEST.get(notation.name, "w^*")


def radius(notation: Notation) -> str:
    """Return what R is called."""
    return _RADIUS.get(notation.name, "R")


def step(notation: Notation) -> str:
    """Return what η is called; 002's μ makes steps of 2μ."""
    return _STEP.get(notation.name, notation.step)
