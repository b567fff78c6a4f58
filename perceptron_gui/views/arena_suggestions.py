"""Contests that are worth a look, as texts for the arena. No widgets."""

from __future__ import annotations

from perceptron_gui.core.options import RULES
from perceptron_gui.figures.arena_contest import USUAL
from perceptron_gui.labs.contestants import MOST, SEPARATOR

CONTESTS: dict[str, str] = {
    "Ways out where no line separates": USUAL,
    "One path, four answers": "averaged; voted; pocket pocket=errors",
    "Ties": "pla tie=minus; pla tie=plus; pla tie=always",
    "Orders": "pla order=cyclic; pla order=shuffled; pla order=first-mistake; pla order=worst",
    "Margins": "pla margin=1; pla margin=5; pla margin=20",
    "Lifts": "pla lift=product; pla lift=quadratic",
    "Losses": (
        "sgd loss=perceptron eta=0.1; sgd loss=hinge eta=0.1; sgd loss=logistic eta=0.1; "
        "sgd loss=squared eta=0.01"
    ),
    "Least squares, three ways": (
        "least-squares; least-squares solver=newton; least-squares solver=gd eta=0.01"
    ),
}


def suggestions(text: str) -> dict[str, str]:
    """Return whole contests by their titles, and the one at hand with one rule more."""
    names = [part.strip() for part in text.split(SEPARATOR) if part.strip()]
    if len(names) >= MOST:
        return CONTESTS
    more = {
        f"Add: {facts.title}": f"{SEPARATOR} ".join([*names, rule])
        for rule, facts in RULES.items()
        if rule not in names
    }
    return CONTESTS | more
