"""The bar of the rule: each control by mouse or keys, what cannot be set, and narrow widths."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QMenu,
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
from tests.views.desk import DocumentDesk, choose, menu_of, typed_field, use_theme
from tests.views.pixels import on_screen
from tests.views.pointer import grab, let_go, pull

LEFT = Qt.MouseButton.LeftButton
WIDE = 1272


class BarDesk(DocumentDesk):
    """A bar that asks for a rule, and is shown it, as by the window."""

    def __init__(self, qtbot: QtBot) -> None:
        use_theme()
        self.bar = RuleBar()
        self.menu, self.panel = QMenu(), QAction("Rule")
        self.bar.set_choices(self.menu, self.panel)
        self.begin(Dataset.of([], []))
        self.bar.rule_requested.connect(self.set_rule)
        self.bar.gesture_ended.connect(self.document.close_step)
        self.window = QWidget()
        column = QVBoxLayout(self.window)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.bar)
        on_screen(qtbot, self.window, WIDE, 60, active=True)

    def show(self, session: Session) -> None:
        self.bar.show_rule(session.rules[0], 2)

    def make_wide(self, width: int) -> None:
        self.window.resize(width, 60)
        QApplication.sendPostedEvents()  # by which a layout hears of what was hidden
        assert self.bar.width() == width


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[BarDesk]:
    yield BarDesk(qtbot)


def slider_of(bar: RuleBar) -> GestureSlider:
    """Return the slider of η."""
    editor = bar.fields["eta"].editor
    assert isinstance(editor, NumberEditor)
    return editor.slider


def test_a_drag_of_eta_is_one_step(desk: BarDesk) -> None:
    slider = slider_of(desk.bar)
    last = slider.value()
    grab(slider)
    for share in (0.4, 0.3, 0.2):
        pull(slider, share)
        assert typed_field(desk.bar.fields["eta"]).text() != "1"  # while it is dragged
    let_go(slider)
    assert desk.rule.eta < Fraction(1, 2)
    desk.document.undo()
    assert desk.rule == Rule() and not desk.document.undo_name
    assert slider.value() == last


def test_the_lecture_is_called_by_its_name(desk: BarDesk) -> None:
    for name, notation in NOTATIONS.items():
        desk.bar.show_notation(name)
        assert notation.title.startswith(desk.bar.lecture.text().removesuffix(" ▾"))
    assert desk.asked == []


def test_only_what_a_rule_uses_is_shown(desk: BarDesk) -> None:
    for rule in map(Rule, RULES):
        desk.bar.show_rule(rule, 2)
        for name, field in desk.bar.fields.items():
            assert field.isVisible() == rule.uses_option(name), name
        assert menu_of(desk.bar.fields["rule"]).isEnabled()


def test_a_listed_order_is_shown_and_left_alone(desk: BarDesk) -> None:
    desk.bar.show_rule(Rule.of({"order": (2, 0, 1)}), 2)
    order = menu_of(desk.bar.fields["order"])
    assert order.currentText() == "own list"
    choose(order, "own list")
    assert desk.asked == []
    choose(order, "random")
    assert desk.rule.order == "random"
    assert order.findData("own list") < 0


def seen_parts(bar: RuleBar) -> list[QWidget]:
    parts = [slider_of(bar), *(field.editor for field in bar.fields.values())]
    return [part for part in (*parts, bar.all_options, bar.lecture) if part.isVisible()]


def test_narrow_bars_do_without_titles_and_cut_nothing(desk: BarDesk) -> None:
    bar, before = desk.bar, seen_parts(desk.bar)
    for width in (WIDE, 1016, 900, 800, 740):
        for rule in RULES:
            bar.show_rule(Rule(rule=rule), 2)
            desk.make_wide(width)
            seen = seen_parts(bar)
            needed = [name for name in ("rule", "eta") if bar.fields[name].isVisible()]
            assert {bar.fields[name].editor for name in needed} <= set(seen)
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
    bar.show_rule(Rule(), 2)
    desk.make_wide(WIDE)
    assert seen_parts(bar) == before
