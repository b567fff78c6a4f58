"""What the window says of options and their values: titles, effects, meanings. No widgets."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from perceptron_gui.base.errors import sentence
from perceptron_gui.base.latex import to_plain
from perceptron_gui.core.paths.visiting import CHOICES
from perceptron_gui.core.rules.options import RULES, flag
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.space.space import LIFTS, feature_names, lift_pairs
from perceptron_gui.figures.model.symbols import coordinate


class OptionTexts(NamedTuple):
    """The title beside a control, what an undo step calls the option, what it does to learning."""

    title: str
    noun: str
    effect: str


# The options in the order and under the headings of the panel.
GROUPS: dict[str, dict[str, OptionTexts]] = {
    "Algorithm": {
        "rule": OptionTexts(
            "Rule", "the rule", "How the weights are changed, and which are returned."
        ),
        "loss": OptionTexts(
            "Loss", "the loss", "What is made small; it decides how far a step goes."
        ),
        "solver": OptionTexts("Solver", "the solver", "At once, or by steps that can be watched."),
        "pocket": OptionTexts(
            "Pocket", "the pocket", "When new weights replace those in the pocket."
        ),
        "eta": OptionTexts(
            "Step η",
            "η",
            "How far an update moves the weights. From w₀ = 0 it changes no decision of the "
            "perceptron, only the length of w.",
        ),
        "schedule": OptionTexts(
            "Schedule", "the schedule", "Smaller steps later settle the weights."
        ),
        "batch_size": OptionTexts("Batch size", "the batch size", "More points, steadier steps."),
        "l2": OptionTexts("Penalty l2", "l2", "Pulls the weights towards 0 at every step."),
        "margin": OptionTexts(
            "Margin",
            "the margin",
            "More updates, and a line farther from the points: right, but by too little, "
            "is a reason to learn too.",
        ),
    },
    "Visits": {
        "order": OptionTexts(
            "Order", "the order", "Another order makes other mistakes and another w."
        ),
        "tie": OptionTexts(
            "Ties", "ties", "Decides at s = 0, and so the very first visit from w₀ = 0."
        ),
    },
    "Line": {
        "offset": OptionTexts(
            "Offset", "the offset", "Without it the line passes through the origin."
        ),
        "bias_scale": OptionTexts(
            "Constant B", "B", "A larger B moves the offset in larger steps."
        ),
        "lift": OptionTexts(
            "Lift", "the lift", "Products of coordinates bend the line into a curve."
        ),
    },
    "Start": {
        "init": OptionTexts(
            "Start w₀", "the start", "Another start leads to other weights in the end."
        ),
        "seed": OptionTexts(
            "Seed", "the seed", "The same seed draws the same order and start again."
        ),
    },
    "End": {
        "epochs": OptionTexts("Epochs", "the epochs", "When to give up, counted in passes."),
        "max_updates": OptionTexts(
            "Updates", "the updates", "When to give up, counted in updates."
        ),
        "keep_going": OptionTexts("Keep going", "keep going", "Averages and votes go on changing."),
        "arithmetic": OptionTexts(
            "Numbers", "the numbers", "Rounding can turn a tie into a mistake."
        ),
    },
}
WORDS: dict[str, OptionTexts] = {
    name: words for group in GROUPS.values() for name, words in group.items()
}

# Where the table of the core says too little beside a title.
SAID: dict[str, str] = {
    "eta": "how far an update moves the weights",
    "offset": "the line need not pass the origin",
    "bias_scale": "the constant coordinate of every point",
    "margin": "update also when 0 < y·s ≤ this",
    "seed": "matters where order or start is random",
    "l2": "adds l2·‖w‖² to the loss",
    "epochs": "stop after this many passes",
    "keep_going": "go on after convergence or a cycle",
}
LISTED = "own"  # what the menus call a list of one's own
MEANINGS: dict[str, dict[str, str]] = {
    "rule": {name: facts.meaning for name, facts in RULES.items()},
    "lift": {name: lift.meaning for name, lift in LIFTS.items()},
    "order": {
        "cyclic": "the points in turn, round and round",
        "shuffled": "all points, shuffled anew for every epoch",
        "random": "any point, drawn anew for every visit",
        "first-mistake": "the first point that is wrong",
        "random-mistake": "one of the wrong points, at random",
        "worst": "the wrong point with the smallest y·s",
        LISTED: "these points, repeated; the first is 0",
    },
    "tie": {
        "minus": "on the line −1: sign(0) = −1",
        "plus": "on the line +1: sign(0) = +1",
        "always": "on the line is a mistake: y·s ≤ 0",
        "never": "on the line is no mistake: w = 0 stays",
    },
    "schedule": {
        "constant": "every step is η",
        "inverse": "η/(1+t) after t visits",
        "inverse-sqrt": "η/√(1+t) after t visits",
    },
    "init": {
        "zeros": "every weight is 0",
        "random": "tenths from −1 to 1, drawn with the seed",
        LISTED: "these weights",
    },
    "loss": {
        "perceptron": "max(0, −y·s): how wrong",
        "hinge": "max(0, 1 − y·s): wrong, or right by too little",
        "logistic": "ln(1 + e^(−y·s)): every point counts a little",
        "squared": "(s − y)²: scores should be −1 and +1",
    },
    "solver": {
        "closed": "the normal equations, in one step",
        "gd": "gradient descent with step η",
        "newton": "Newton's steps, η of the way each",
    },
    "pocket": {
        "errors": "weights with fewer errors on all points",
        "gallant": "weights with a longer run of right visits",
        "ratchet": "a longer run, if there are fewer errors too",
    },
    "arithmetic": {
        "auto": "exact integers where possible",
        "exact": "exact integers, or a sentence why not",
        "float64": "floating point, rounded as most programs do",
    },
}


def in_a_sentence(name: str, error: Exception) -> str:
    """Return what is wrong without the words of the command line."""
    return sentence(str(error).removeprefix(flag(name)).lstrip(": "))


def exact_text(value: Fraction | int) -> str:
    """Write a number with all its digits, so that it reads back as the same: 0.1, 1/3, 1E-40."""
    number = Fraction(value)
    decimal = Decimal(number.numerator) / Decimal(number.denominator)
    if Fraction(decimal) != number:
        return str(number)
    plain = format(decimal, "f")
    return plain if len(plain) <= 16 else str(decimal)


def value_text(value: Any) -> str:
    """Write the value of an option."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return ", ".join(exact_text(entry) for entry in value)
    return exact_text(value) if isinstance(value, Fraction | int) else str(value)


def request_name(name: str, value: Any) -> str:
    """Return what an undo step calls a change: Set η to 0.1, Turn the offset off."""
    noun, text = WORDS[name].noun, value_text(value)
    return f"Turn {noun} {text}" if isinstance(value, bool) else f"Set {noun} to {text}"


def changed(rule: Rule, name: str, value: Any, dimension: int) -> Rule:
    """Return the rule with another value; a RuleError says why it cannot be."""
    new = rule.with_options({name: value})
    lift_pairs(new.lift, dimension)  # some lifts need more coordinates than there are
    if new.rule == "sgd" and new.order in CHOICES:
        new = replace(new, order="cyclic")
    if name in ("offset", "lift") and isinstance(rule.init, tuple):
        new = replace(new, init=_moved(rule.init, rule, new, dimension))
    return new


def weight_names(rule: Rule, dimension: int) -> list[str]:
    """Return what the weights belong to: x₁, x₂, x₁·x₂, constant."""
    names = tuple(to_plain(coordinate(j)) for j in range(dimension))
    lift = "none" if rule.lift == "product" and dimension < 2 else rule.lift
    return [*feature_names(lift, names), *(["constant"] if rule.offset else [])]


def _moved(
    weights: tuple[Fraction, ...], before: Rule, after: Rule, dimension: int
) -> tuple[Fraction, ...]:
    """Return the weights where the new rule looks for them; 0 for those that are new."""
    known = dict(zip(weight_names(before, dimension), weights, strict=False))
    return tuple(known.get(name, Fraction(0)) for name in weight_names(after, dimension))
