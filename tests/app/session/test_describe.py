"""What is told of a window is what is seen in it, in values that any report can hold."""

from __future__ import annotations

import json

from PySide6.QtGui import QGuiApplication

from perceptron_gui import __version__
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.lectures.notation import NOTATIONS
from tests.app.person import Person
from tests.app.windows import OpenWindow


def test_all_of_it_survives_json(person: Person) -> None:
    person.controller.editing.set_rules(
        (Rule.of({"init": ("1/3", 2, 3), "order": (0, 1)}), Rule(rule="batch")), 0, "Two rules"
    )
    person.wait()
    told = person.window.describe()
    assert json.loads(json.dumps(told)) == told
    assert told["rules"][0]["init"] == "(Fraction(1, 3), Fraction(2, 1), Fraction(3, 1))"


def test_without_points_there_is_no_run_to_tell_of(person: Person) -> None:
    person.do("file.new")
    told = person.window.describe()
    assert told["run"] is None
    assert not {"k", "weights", "verdict", "bound", "errors"} & set(told)


def test_the_moment_and_the_weights_are_told_exactly(open_window: OpenWindow) -> None:
    person = open_window("and")
    person.controller.editing.set_rules((Rule.of({"eta": "1/3"}),), 0, "Set η")
    person.keys("End")
    person.do("play.end")
    assert person.sees("weights") == ["1", "2/3", "-4/3"]
    assert (person.sees("arithmetic"), person.sees("margin_squared")) == ("exact", "1/17")
    assert (person.sees("k"), person.sees("bound"), person.sees("errors")) == (18, 51, 0)


def test_a_panel_behind_another_is_not_seen(person: Person) -> None:
    assert "points" not in person.sees("panels")
    person.window.docks["points"].raise_()
    person.wait()
    assert "rules" not in person.sees("panels")
    assert "points" in person.sees("panels")
    person.window.docks["loss"].hide()
    assert "loss" not in person.sees("panels")


def test_details_for_a_report_hold_it_all(person: Person) -> None:
    person.do("help.details")
    details = json.loads(QGuiApplication.clipboard().text())
    assert details.pop("version") == __version__
    assert details == person.window.describe()
    assert details["notation"] in NOTATIONS
