"""Forms: a control for every kind of option, values that are checked, drags that end."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from perceptron_gui.base.errors import UNUSABLE
from perceptron_gui.base.params import (
    Choice,
    Count,
    Flag,
    Number,
    Param,
    PlainText,
    Real,
    decades,
    params_of,
    table,
)
from perceptron_gui.core.data.library import LIBRARY
from perceptron_gui.core.rules.rule import OPTIONS
from perceptron_gui.export.layout.page import MOTION, PAGE
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.views.widgets.editors import ChoiceEditor, FlagEditor, OwnEditor, TypedEditor
from perceptron_gui.views.widgets.form import ColumnForm, LineForm, ParamForm
from perceptron_gui.views.widgets.slider import NumberEditor
from perceptron_gui.views.widgets.text import MenuButton
from tests.views.desk import choose, menu_of, type_into, typed_field
from tests.views.pixels import check_reachable, heard, on_screen
from tests.views.pointer import grab, let_go, press, pull

PARAMS = table(
    Param("flag", Flag(), False, "whether it is so"),
    Param("word", Choice({"a": "the first", "b": "the second"}), "a", "which of both"),
    Param("step", Number(above=True, stops=decades(-2, 2)), Fraction(1), "how far"),
    Param("many", Count(1), 5, "how many"),
    Param("few", Count(1, 9), 5, "how few"),
    Param("size", Real(0, 9, "pt", "", (2, 4)), None, "how large"),
    Param("text", PlainText(hint="nothing"), "", "what is written"),
    Param("order", OPTIONS["order"].kind, "cyclic", "which comes next"),
)
KINDS = (
    *(FlagEditor, ChoiceEditor, NumberEditor, TypedEditor),
    *(NumberEditor, ChoiceEditor, TypedEditor, OwnEditor),
)


class FormDesk:
    """Meets every request of a form."""

    def __init__(self, qtbot: QtBot, form: ParamForm, **values: Any) -> None:
        self.form = form
        self.asked = heard(form.value_requested)
        self.ended = heard(form.gesture_ended)
        form.value_requested.connect(self._set)
        usual = {name: param.default for name, param in form.params.items()}
        form.show_values(usual | values)
        on_screen(qtbot, form, 500, 600, active=True)

    def _set(self, name: str, value: Any, _gesture: str) -> None:
        self.form.show_values({**self.form.values, name: value})


@pytest.fixture(params=[ColumnForm, LineForm])
def desk(qtbot: QtBot, request: pytest.FixtureRequest) -> FormDesk:
    return FormDesk(qtbot, request.param(PARAMS.values()))


def every_param() -> list[Param]:
    """Return every declared option that a person can set somewhere."""
    tables = [OPTIONS, PAGE, MOTION, *(entry.parameters for entry in LIBRARY.values())]
    tables += [params_of(VIEWS[name].options) for name in VIEWS]
    return [param for each in tables for param in each.values() if not param.is_inner]


def test_every_kind_has_its_control(desk: FormDesk) -> None:
    fields = desk.form.fields
    assert [type(fields[name].editor) for name in PARAMS] == [*KINDS]
    check_reachable(*(part for field in fields.values() for part in field.parts))


def test_every_declared_option_has_a_control_that_shows_its_default(qtbot: QtBot) -> None:
    for param in every_param():
        form = ColumnForm([param])
        qtbot.addWidget(form)
        asked = heard(form.value_requested)
        form.show_values({param.name: param.read(param.default)})
        (field,) = form.fields.values()
        assert all(part.accessibleName() and part.toolTip() for part in field.parts), param.name
        assert not asked and not form.problem
    assert not any(each.isVisible() for each in QApplication.topLevelWidgets())


@pytest.mark.parametrize(
    ("name", "typed", "value"),
    [
        ("step", "1/3", Fraction(1, 3)),
        ("many", "1000000000", 1_000_000_000),
        ("few", "7", 7),
        ("text", " a  b ", "a b"),
    ],
)
def test_what_is_typed_is_read_once(desk: FormDesk, name: str, typed: str, value: Any) -> None:
    type_into(typed_field(desk.form.fields[name]), typed)
    assert desk.asked == [(name, value, "")]
    type_into(typed_field(desk.form.fields[name]), typed)
    assert len(desk.asked) == 1


@pytest.mark.parametrize(("name", "key", "value"), [("word", "b", "b"), ("size", "4", 4.0)])
def test_what_is_chosen_is_read(desk: FormDesk, name: str, key: str, value: Any) -> None:
    choose(menu_of(desk.form.fields[name]), key)
    assert desk.asked == [(name, value, "")]
    choose(menu_of(desk.form.fields[name]), key)
    assert len(desk.asked) == 1


def test_automatic_is_a_choice_and_other_values_are_shown(desk: FormDesk) -> None:
    desk.form.show_values({**desk.form.values, "size": 3.0})
    size = menu_of(desk.form.fields["size"])
    assert size.currentText() == "3"
    choose(size, "")
    assert desk.asked == [("size", None, "")]


@pytest.mark.parametrize(("name", "typed"), [("few", "10"), ("step", "0"), ("many", "x")])
def test_what_is_wrong_is_said_at_its_field(desk: FormDesk, name: str, typed: str) -> None:
    problems = heard(desk.form.problem_changed)
    field = desk.form.fields[name]
    type_into(typed_field(field), typed)
    assert field.complaint.isVisible() and field.complaint.words == desk.form.problem != ""
    assert [each.complaint.words for each in desk.form.fields.values()].count("") == len(PARAMS) - 1
    assert not desk.asked
    QTest.keyClick(typed_field(field), Qt.Key.Key_Escape)
    assert desk.form.problem == "" and not field.complaint.isVisible()
    assert problems[-1] == "" and len(problems) == 2


def test_values_that_do_not_fit_the_others_are_refused(qtbot: QtBot) -> None:
    def check(name: str, value: Any) -> None:
        if value in ("b", 9):
            raise PARAMS[name].error(UNUSABLE, why="it does not fit the others")

    desk = FormDesk(qtbot, ColumnForm(PARAMS.values(), check))
    choose(menu_of(desk.form.fields["word"]), "b")
    assert menu_of(desk.form.fields["word"]).value() == "a" and desk.form.problem
    choose(menu_of(desk.form.fields["word"]), "a")
    type_into(typed_field(desk.form.fields["few"]), "9")
    assert typed_field(desk.form.fields["few"]).text() == "9" and desk.form.problem
    assert not desk.asked


def test_a_drag_is_a_gesture_or_asks_at_its_end_only(desk: FormDesk) -> None:
    editor = desk.form.fields["step"].editor
    assert isinstance(editor, NumberEditor)
    grab(editor.slider)
    for share in (0.4, 0.3, 0.2):
        pull(editor.slider, share)
    during = list(desk.asked)
    let_go(editor.slider)
    (gesture,) = {gesture for _, _, gesture in desk.asked}
    assert gesture and desk.ended
    assert len(during) == (3 if isinstance(desk.form, ColumnForm) else 0)
    assert desk.form.values["step"] < 1 and len(desk.asked) == max(1, len(during))
    assert editor.field.text() == OPTIONS["eta"].kind.to_text(desk.form.values["step"])
    before = desk.form.values["step"]
    press(editor.slider, Qt.Key.Key_Right)
    assert desk.form.values["step"] > before


def test_only_options_with_an_effect_are_seen_and_the_rest_is_made_later(qtbot: QtBot) -> None:
    desk = FormDesk(qtbot, ColumnForm(PARAMS.values(), is_explained=True))
    form = desk.form
    form.show_values(form.values, {"step", "order"})
    assert {name for name, field in form.fields.items() if field.isVisible()} == {"step", "order"}
    late = ColumnForm(PARAMS.values(), is_explained=True)
    qtbot.addWidget(late)
    late.show_values(form.values, {"word"})
    assert set(late.fields) == {"word"}


def test_texts_count_while_they_are_typed_where_a_form_is_live(qtbot: QtBot) -> None:
    desk = FormDesk(qtbot, ColumnForm(PARAMS.values(), is_live=True))
    QTest.keyClicks(typed_field(desk.form.fields["text"]), "ab")
    assert desk.asked == [("text", "a", ""), ("text", "ab", "")]


def test_suggestions_are_filled_in(qtbot: QtBot) -> None:
    form = LineForm(PARAMS.values())
    desk = FormDesk(qtbot, form)
    for texts in ({"One": "1"}, {"Two": "2", "Nothing": ""}):
        form.suggest("text", texts)
    (button,) = form.fields["text"].findChildren(MenuButton)
    assert [action.text() for action in button.menu().actions()] == ["Two", "Nothing"]
    button.menu().actions()[0].trigger()
    assert desk.asked == [("text", "2", "")]
