"""Examples of the lectures with their rules come out as printed; what a preset changes is named."""

from __future__ import annotations

from fractions import Fraction

import pytest

from perceptron_gui.core.data.library import GROUPS, LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.presets import (
    PRESETS,
    apply_preset,
    example_rule,
    preset_tip,
    typed_changes,
    worded_changes,
)

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


def test_the_slides_of_000_come_out_as_printed() -> None:
    run = example("slides")
    tenths = [[Fraction(v, 10) for v in row] for row in ((2, 0, -1), (1, -1, -2), (3, 0, -1))]
    assert [run.exact_weights_at(visit) for visit in (0, 1, 2)] == tenths
    assert (run.status, run.outcome.updates) == ("converged", 3)
    assert run.exact_weights_at(6) == [Fraction(1, 5), Fraction(-1, 10), Fraction(-1, 5)]


def test_the_reconstruction_of_the_slides_obeys_their_words_and_says_what_it_is() -> None:
    run = example("slides-4")
    slides = example("slides")
    assert run.dataset.points[:2].tolist() == slides.dataset.points.tolist()
    assert run.dataset.points[2:].tolist() == [[2.5, 2.5], [0.5, 2]]
    # "3rd point: correctly classified; 4th point: incorrect, update"
    assert [int(run.updates_at(visit)) for visit in (2, 3, 4)] == [2, 2, 3]
    assert run.outcome.updates == 12
    assert "reconstruction" in LIBRARY["slides-4"].remark


def test_the_worked_example_of_001_has_no_offset_and_two_updates() -> None:
    run = example("three-points")
    assert (run.rule.offset, run.rule.tie, run.outcome.updates) == (False, "minus", 2)
    assert run.exact_weights_at(2) == [2, -1]


def test_the_line_of_001_is_not_the_one_it_prints() -> None:
    run = example("which-side")
    assert run.start == [-3, 2, 2]
    scores = [-3 * x + 2 * y + 2 for x, y in run.dataset.points.tolist()]
    assert scores == [-2, 1, 7, -3]
    assert [1 if s > 0 else -1 for s in scores] == run.dataset.labels.tolist()
    assert (run.status, run.outcome.updates) == ("converged", 0)
    for x in (0.0, 1.0, 2.0):  # on x₂ = 1.5x₁ − 1 the score is 0, on x₂ = 3x₁ − 2 it need not be
        assert -3 * x + 2 * (1.5 * x - 1) + 2 == 0
    assert -3 * 0 + 2 * (3 * 0 - 2) + 2 == -2
    assert "1.5x₁ − 1" in LIBRARY["which-side"].remark


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
