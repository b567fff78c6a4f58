"""The conventions of the five lectures as presets: tie rule, order, step, start and offset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from perceptron_gui.base.errors import RuleError
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.rules.rule import Rule

# Not a matter of conventions: a preset leaves these as they are.
_KEPT = ("seed", "lift", "epochs", "max_updates", "keep_going", "arithmetic")


@frozen_value
class Preset:
    """The conventions of a lecture, as a sentence and as options; other options get their defaults.

    A rule that the lecture teaches stays, any other becomes the first of `rules`. An option of
    `open` has no single value in the lecture, so it stays too.
    """

    name: str  # that of the lecture's notation too
    sentence: str
    options: Mapping[str, str | bool]
    rules: tuple[str, ...] = ("pla",)
    open: tuple[str, ...] = ()


PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset(
            "000",
            "Points in turn, steps of η = 0.1 from a guess at random, with an offset; "
            "a point on the line is predicted +1.",
            {"tie": "plus", "order": "cyclic", "eta": "0.1", "init": "random", "offset": True},
            rules=("pla", "sgd"),
        ),
        Preset(
            "001",
            "Points in turn, steps of 1 from zero, with or without an offset; "
            "a point on the line is predicted −1.",
            {"tie": "minus", "order": "cyclic", "eta": "1", "init": "zeros"},
            rules=("pla", "averaged"),
            open=("offset",),
        ),
        Preset(
            "002",
            "Any misclassified point, here the first one, steps of 2μ = 1 from zero, no offset; "
            "a point on the line is a mistake.",
            {"tie": "always", "order": "first-mistake", "eta": "1", "init": "zeros"}
            | {"offset": False},
        ),
        Preset(
            "003",
            "A misclassified point at random, or all at once, steps of 1 from arbitrary weights, "
            "with an offset; a point on the line is a mistake.",
            {"tie": "always", "order": "random-mistake", "eta": "1", "init": "random"}
            | {"offset": True},
            rules=("pla", "batch"),
        ),
        Preset(
            "004",
            "Points in any order, here in turn, steps of 1 from a guess at random, "
            "with an offset; a point on the line is predicted −1.",
            {"tie": "minus", "order": "cyclic", "eta": "1", "init": "random", "offset": True},
            rules=("pla", "sgd"),
        ),
    )
}


def apply_preset(rule: Rule, name: str) -> Rule:
    """Return the rule as a lecture has it; a RuleError says that there is no such lecture."""
    if name not in PRESETS:
        raise RuleError(f"there is no preset '{name}'; it is one of {', '.join(PRESETS)}")
    preset = PRESETS[name]
    kept = {option: getattr(rule, option) for option in (*_KEPT, *preset.open)}
    algorithm = rule.rule if rule.rule in preset.rules else preset.rules[0]
    made = Rule.of({**kept, **preset.options, "rule": algorithm})
    # The user typed none of these options, so none of them is worth a remark.
    return replace(made, given=frozenset())
