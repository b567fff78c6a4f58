"""The conventions of the five lectures as presets: tie rule, order, step, start and offset.

An example of a lecture has a rule of its own: the preset, and what the example says besides. What
either changes is named, as options and in words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from perceptron_gui.base.errors import RuleError, flag
from perceptron_gui.base.text import listed
from perceptron_gui.core.data.library import LECTURES, LibraryEntry
from perceptron_gui.core.rules.rule import OPTIONS, Rule

# Not a matter of conventions: a preset leaves these as they are.
_KEPT = ("seed", "lift", "epochs", "max_updates", "keep_going", "arithmetic")


@dataclass(frozen=True)
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

    @property
    def sets(self) -> str:
        """All options that it sets, as they are typed: --tie plus --order cyclic …"""
        return _typed({name: OPTIONS[name].read(value) for name, value in self.options.items()})


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
            "a point on the line: mistake.",
            {"tie": "always", "order": "first-mistake", "eta": "1", "init": "zeros"}
            | {"offset": False},
        ),
        Preset(
            "003",
            "A misclassified point at random, or all at once, steps of 1 from arbitrary weights, "
            "with an offset; a point on the line: mistake.",
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


def example_rule(entry: LibraryEntry) -> Rule:
    """Return the rule that a lecture works its example through with; nothing of another stays."""
    made = apply_preset(Rule(), entry.lecture).with_options(entry.rule_options)
    return replace(made, given=frozenset())


def lecture_rule(
    entry: LibraryEntry | None, lecture: str, usual: Rule, options: Mapping[str, Any]
) -> Rule:
    """Return the rule that a lecture has for data, with options over its own.

    `usual` is the rule without the lecture; an example of the lecture keeps nothing of it.
    """
    if entry is not None and entry.lecture == lecture and entry.is_example:
        rule = example_rule(entry)
        if "rule" in options:  # one that the lecture teaches besides
            rule = apply_preset(Rule.of({"rule": options["rule"]}), lecture)
            rule = rule.with_options(entry.rule_options)
    else:
        rule = apply_preset(usual, lecture)
    return rule.with_options(options)


def typed_changes(before: Rule, after: Rule) -> str:
    """Return the options that differ as they are typed: --tie plus --eta 0.1."""
    return _typed(_changes(before, after))


def worded_changes(before: Rule, after: Rule) -> str:
    """Return the options that differ as the window calls them: η = 0.1 and no offset."""
    changes = _changes(before, after)
    words = [OPTIONS[name].shown_words(value) for name, value in changes.items()]
    return listed(words) if words else ""


def preset_tip(rule: Rule, name: str) -> str:
    """Return what a lecture does, and what its preset would change of a rule."""
    changes = worded_changes(rule, apply_preset(rule, name))
    return f"{PRESETS[name].sentence}\n" + (
        f"Changes to {changes}, and to the symbols of {LECTURES[name]}."
        if changes
        else f"The rule is like that already; changes to the symbols of {LECTURES[name]}."
    )


def _changes(before: Rule, after: Rule) -> dict[str, Any]:
    """Return the options that have another value, if that makes a difference to either rule."""
    return {
        name: getattr(after, name)
        for name in OPTIONS
        if getattr(after, name) != getattr(before, name)
        and (before.uses_option(name) or after.uses_option(name))
    }


def _typed(options: Mapping[str, Any]) -> str:
    words = []
    for name, value in options.items():
        if OPTIONS[name].is_flag:
            words.append(flag(name) if value else flag(f"no_{name}"))
        else:
            text = OPTIONS[name].kind.to_text(value).replace(", ", ",")
            words.append(f"{flag(name)} {text}")
    return " ".join(words)
