"""The symbols of the five lectures, and the presets that set their conventions and nothing else."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from perceptron_gui.base.errors import RuleError
from perceptron_gui.base.latex import to_plain
from perceptron_gui.core.data.library import GROUPS, LIBRARY, make
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import DEFAULT, NOTATIONS
from perceptron_gui.lectures.presets import (
    PRESETS,
    apply_preset,
    example_rule,
    preset_tip,
    typed_changes,
    worded_changes,
)


def test_there_is_a_notation_and_a_preset_for_every_lecture() -> None:
    assert list(NOTATIONS) == list(PRESETS) == ["000", "001", "002", "003", "004"]
    assert DEFAULT in NOTATIONS
    assert [to_plain(each.bare_weights) for each in NOTATIONS.values()] == list("wθwaθ")


# MATH.md A0: prediction at s = 0, order, step, initial w, offset. 001 has both offsets.
CONVENTIONS: dict[str, tuple[str, str, str, str, bool | None]] = {
    "000": ("plus", "cyclic", "0.1", "random", True),
    "001": ("minus", "cyclic", "1", "zeros", None),
    "002": ("always", "first-mistake", "1", "zeros", False),
    "003": ("always", "random-mistake", "1", "random", True),
    "004": ("minus", "cyclic", "1", "random", True),
}
UNUSUAL: dict[str, Any] = {
    "order": "worst", "tie": "always", "bias_scale": "2", "eta": "1/3", "schedule": "inverse",
    "margin": "0.5", "init": "1,2,3", "seed": 7, "loss": "hinge", "batch_size": 3, "l2": "0.1",
    "lift": "product", "epochs": 12, "max_updates": 99, "keep_going": True,
    "arithmetic": "float64",
}  # fmt: skip


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_sets_the_conventions_of_its_lecture(name: str) -> None:
    tie, order, eta, init, offset = CONVENTIONS[name]
    for before in (True, False):
        rule = apply_preset(Rule(offset=before), name)
        expected = before if offset is None else offset
        assert (rule.tie, rule.order, rule.init, rule.offset) == (tie, order, init, expected)
        assert rule.eta == Fraction(eta)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_keeps_seed_lift_budget_and_arithmetic_and_clears_the_rest(name: str) -> None:
    rule = apply_preset(Rule.of({**UNUSUAL, "rule": "pla"}), name)
    kept = ("seed", "lift", "epochs", "max_updates", "keep_going", "arithmetic")
    set_by_lecture = ("tie", "order", "eta", "init", "offset")
    for option in OPTIONS:
        if option in kept:
            assert getattr(rule, option) == UNUSUAL[option]
        elif option not in set_by_lecture:
            assert getattr(rule, option) == getattr(Rule(), option)


TAUGHT = {
    "000": "pla sgd",
    "001": "pla averaged",
    "002": "pla",
    "003": "pla batch",
    "004": "pla sgd",
}


@pytest.mark.parametrize("name", PRESETS)
def test_a_rule_the_lecture_teaches_stays_and_any_other_becomes_the_perceptron(name: str) -> None:
    taught = TAUGHT[name].split()
    for rule in RULES:
        assert apply_preset(Rule(rule=rule), name).rule == (rule if rule in taught else "pla")


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("rule", RULES)
def test_every_preset_makes_a_rule_that_runs_without_a_remark(name: str, rule: str) -> None:
    run = Run(make(LIBRARY["and"]), apply_preset(Rule(rule=rule, epochs=50), name)).finish()
    assert run.remarks == []


def test_an_unknown_preset_is_refused_by_name() -> None:
    with pytest.raises(RuleError, match=r"no preset '005'; it is one of 000, 001, 002, 003, 004"):
        apply_preset(Rule(), "005")


EXAMPLES = [name for name, entry in LIBRARY.items() if entry.is_example]


def example(name: str) -> Run:
    return Run(make(LIBRARY[name]), example_rule(LIBRARY[name])).finish()


def test_the_examples_of_the_lectures_have_a_group_of_their_own() -> None:
    title = next(title for title in GROUPS if "lectures" in title)
    assert [entry.name for entry in GROUPS[title]] == EXAMPLES
    assert {"slides", "slides-4", "three-points", "which-side", "offset-needed"} <= set(EXAMPLES)
    for name in EXAMPLES:
        assert LIBRARY[name].lecture in PRESETS
        assert example(name).remarks == []


def test_the_reconstruction_of_the_slides_obeys_their_words_and_says_what_it_is() -> None:
    run = example("slides-4")
    slides = example("slides")
    assert run.dataset.points[:2].tolist() == slides.dataset.points.tolist()
    assert run.dataset.points[2:].tolist() == [[2.5, 2.5], [0.5, 2]]
    # "3rd point: correctly classified; 4th point: incorrect, update"
    assert [int(run.updates_at(visit)) for visit in (2, 3, 4)] == [2, 2, 3]
    assert run.outcome.updates == 12
    assert "reconstruction" in LIBRARY["slides-4"].remark


def test_an_example_takes_nothing_from_the_rule_before() -> None:
    for name in EXAMPLES:
        rule = example_rule(LIBRARY[name])
        learner = "pla" if LIBRARY[name].suggested.get("rule") is None else "least-squares"
        assert (rule.rule, rule.lift, rule.margin) == (learner, "none", Fraction(0))
        assert not rule.given


def test_what_changes_is_named_as_typed_and_in_words() -> None:
    rule = example_rule(LIBRARY["slides"])
    assert typed_changes(Rule(), rule) == "--tie plus --eta 0.1 --init 0.2,0,-0.1"
    assert worded_changes(Rule(), rule) == "ties +1, η = 0.1 and start (0.2, 0, −0.1)"
    assert typed_changes(rule, rule) == worded_changes(rule, rule) == ""


@pytest.mark.parametrize("name", PRESETS)
def test_what_a_preset_sets_makes_its_rule_when_it_is_typed(name: str) -> None:
    words = PRESETS[name].sets.split()
    options: dict[str, str | bool] = {}
    while words:
        word = words.pop(0).removeprefix("--")
        if word.removeprefix("no-") == "offset":
            options["offset"] = word == "offset"
        else:
            options[word] = words.pop(0)
    assert Rule.of(options) == apply_preset(Rule(), name)


def test_the_tip_of_a_preset_says_what_it_would_change() -> None:
    tip = preset_tip(Rule(), "002")
    assert tip.startswith(PRESETS["002"].sentence)
    assert "Changes to first-mistake and no offset, and to the symbols of CMU (Póczos)." in tip
    assert "like that already" in preset_tip(apply_preset(Rule(), "002"), "002")
