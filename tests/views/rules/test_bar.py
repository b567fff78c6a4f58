"""The bar of the rule: each control by mouse or keys, what cannot be set, and narrow widths."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QMenu,
    QStyle,
    QStyleOptionSlider,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.document.model.session import Session
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.views.rules.bar import RuleBar
from perceptron_gui.views.widgets.slider import GestureSlider, NumberEditor
from tests.documents import OpenDocument
from tests.views.desk import choose, menu_of, type_into, typed_field, use_theme
from tests.views.pixels import check_reachable, heard, on_screen

LEFT = Qt.MouseButton.LeftButton
WIDE = 1272


class BarDesk:
    """Stores the rule that a bar asks for and shows it, as the window does."""

    def __init__(self, qtbot: QtBot) -> None:
        use_theme()
        self.bar = RuleBar()
        self.menu, self.panel = QMenu(), QAction("Rule")
        self.panel.setCheckable(True)
        self.bar.set_choices(self.menu, self.panel)
        self.document = OpenDocument(Session(Dataset.of([], [])))
        self.document.listeners.append(self._show)
        self.bar.rule_requested.connect(self._set_rule)
        self.bar.gesture_ended.connect(self.document.close_step)
        self.asked = heard(self.bar.rule_requested)
        self.problems = heard(self.bar.problem_found)
        self.window = QWidget()
        column = QVBoxLayout(self.window)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.bar)
        on_screen(qtbot, self.window, WIDE, 60, active=True)

    @property
    def rule(self) -> Rule:
        return self.document.session.rules[0]

    def undo(self) -> None:
        self.document.undo()

    def make_wide(self, width: int) -> None:
        self.window.resize(width, 60)
        QApplication.sendPostedEvents()  # by which a layout hears of what was hidden
        assert self.bar.width() == width

    def _set_rule(self, rule: Rule, name: str, merge: str) -> None:
        self.document.change(name, replace(self.document.session, rules=(rule,)), merge)

    def _show(self, session: Session) -> None:
        self.bar.show_rule(session.rules[0])


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[BarDesk]:
    yield BarDesk(qtbot)


def slider_of(bar: RuleBar) -> GestureSlider:
    """Return the slider of η."""
    editor = bar.fields["eta"].editor
    assert isinstance(editor, NumberEditor)
    return editor.slider


def handle(slider: GestureSlider, place: int) -> QPoint:
    """Return where the handle of a slider is at a step."""
    option = QStyleOptionSlider()
    slider.initStyleOption(option)
    option.sliderPosition = place
    control, part = QStyle.ComplexControl.CC_Slider, QStyle.SubControl.SC_SliderHandle
    return slider.style().subControlRect(control, option, part, slider).center()


def test_every_control_has_a_name_and_a_tip(desk: BarDesk) -> None:
    bar = desk.bar
    parts = [part for field in bar.fields.values() for part in field.parts]
    check_reachable(*parts, bar.lecture, bar.all_options)


def test_another_choice_is_one_step(desk: BarDesk) -> None:
    others = [{"rule": name} for name in RULES if name != "pla"]
    for changes in (*others, {"order": "shuffled"}, {"tie": "plus"}):
        ((name, value),) = changes.items()
        menu, asked = menu_of(desk.bar.fields[name]), len(desk.asked)
        usual = menu.value()
        choose(menu, value)
        assert desk.rule == Rule.of(changes)
        choose(menu, value)  # the same again asks for nothing
        assert len(desk.asked) == asked + 1
        desk.undo()
        assert desk.rule == Rule() and not desk.document.undo_name
        assert menu.value() == usual


def test_the_offset_is_one_click_and_eta_is_typed(desk: BarDesk) -> None:
    QTest.mouseClick(desk.bar.fields["offset"].editor, LEFT, pos=QPoint(8, 8))
    assert desk.rule == Rule(offset=False)
    desk.undo()
    assert desk.rule == Rule() and desk.bar.values["offset"]
    type_into(typed_field(desk.bar.fields["eta"]), "1/3")
    assert desk.rule.eta == Fraction(1, 3)
    assert slider_of(desk.bar).value() == 5  # the next step above is 1/2 …
    assert len(desk.asked) == 2
    desk.undo()
    assert desk.rule == Rule() and typed_field(desk.bar.fields["eta"]).text() == "1"


def test_keys_move_eta_to_the_steps_of_a_lecture(desk: BarDesk) -> None:
    slider = slider_of(desk.bar)
    slider.setFocus()
    found = []
    for name in ("Left", "Left", "Right", "Home", "End"):
        QTest.keyClick(slider, Qt.Key[f"Key_{name}"])
        found.append(desk.rule.eta)
    assert found == [*map(Fraction, ("0.5", "0.2", "0.5", "0.01", "100"))]
    assert len(desk.asked) == 5
    assert typed_field(desk.bar.fields["eta"]).text() == "100"


def test_a_drag_of_eta_is_one_step(desk: BarDesk) -> None:
    slider = slider_of(desk.bar)
    last = slider.value()
    QTest.mousePress(slider, LEFT, pos=handle(slider, last))
    for place in (last - 1, last - 2, last - 3):
        QTest.mouseMove(slider, handle(slider, place))
        assert typed_field(desk.bar.fields["eta"]).text() != "1"  # while it is dragged
    QTest.mouseRelease(slider, LEFT, pos=handle(slider, last - 3))
    assert desk.rule.eta < Fraction(1, 2)
    desk.undo()
    assert desk.rule == Rule() and not desk.document.undo_name
    assert slider.value() == last
    QTest.keyClick(slider, Qt.Key.Key_Left)
    QTest.keyClick(slider, Qt.Key.Key_Left)
    desk.undo()
    assert desk.rule.eta == Fraction(1, 2)  # keys are steps of their own


def test_a_wrong_eta_is_said_and_changes_nothing(desk: BarDesk) -> None:
    field = typed_field(desk.bar.fields["eta"])
    tip = field.toolTip()
    for text in ("x", "0", "-1", "1/0"):
        desk.problems.clear()
        type_into(field, text)
        assert desk.rule == Rule() and desk.asked == []
        (sentence,) = desk.problems
        assert sentence.endswith(".") and "η" in sentence
        assert field.text() == text and field.toolTip() == sentence
        QTest.keyClick(field, Qt.Key.Key_Escape)
        assert (field.text(), field.toolTip()) == ("1", tip)
        assert len(desk.problems) == 1


def test_the_lecture_is_called_by_its_name(desk: BarDesk) -> None:
    for name, notation in NOTATIONS.items():
        desk.bar.show_notation(name)
        assert notation.title.startswith(desk.bar.lecture.text().removesuffix(" ▾"))
    assert desk.asked == []


def test_all_options_open_and_close_their_panel(desk: BarDesk) -> None:
    button = desk.bar.all_options
    for is_open in (True, False):
        QTest.mouseClick(button, LEFT)
        assert desk.panel.isChecked() == button.isChecked() == is_open
    desk.panel.trigger()  # by its own menu
    assert button.isChecked()


def test_what_a_rule_does_not_use_can_not_be_set(desk: BarDesk) -> None:
    for rule in map(Rule, RULES):
        desk.bar.show_rule(rule)
        for name, field in desk.bar.fields.items():
            assert field.isEnabled() == rule.uses_option(name), name
            if name in ("loss", "kernel", "width", "solver"):  # what makes one rule what it is
                assert field.isVisible() == rule.uses_option(name), name
        assert menu_of(desk.bar.fields["rule"]).isEnabled()


def test_a_listed_order_is_shown_and_left_alone(desk: BarDesk) -> None:
    desk.bar.show_rule(Rule.of({"order": (2, 0, 1)}))
    order = menu_of(desk.bar.fields["order"])
    assert order.currentText() == "Own list"
    choose(order, "Own list")
    assert desk.asked == []
    choose(order, "random")
    assert desk.rule.order == "random"
    assert order.findData("Own list") < 0


def seen_parts(bar: RuleBar) -> list[QWidget]:
    parts = [slider_of(bar), *(field.editor for field in bar.fields.values())]
    return [part for part in (*parts, bar.all_options, bar.lecture) if part.isVisible()]


def test_narrow_bars_do_without_titles_and_cut_nothing(desk: BarDesk) -> None:
    bar, before = desk.bar, seen_parts(desk.bar)
    for width in (WIDE, 1016, 900, 800, 740):
        for rule in RULES:
            bar.show_rule(Rule(rule=rule))
            desk.make_wide(width)
            seen = seen_parts(bar)
            assert {bar.fields[name].editor for name in ("rule", "eta")} <= set(seen)
            assert bar.all_options in seen
            assert max(part.geometry().right() for part in seen) < width
            for part in seen:
                assert part.width() >= part.minimumSizeHint().width(), part.accessibleName()
            for title in bar.findChildren(QLabel):
                assert title.isHidden() or title.width() >= title.sizeHint().width()
            for menu in (menu_of(bar.fields[name]) for name in ("rule", "order", "tie")):
                words = menu.currentText()
                assert bar.fontMetrics().horizontalAdvance(words) < menu.width(), words
    assert len(seen) < len(before)
    bar.show_rule(Rule())
    desk.make_wide(WIDE)
    assert seen_parts(bar) == before
