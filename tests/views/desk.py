"""A desk for the rule panel and the point table: a real document answers what they ask for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeVar

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.core.data.dataset import Dataset, Edit
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.document.model.session import Session
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.views.points.table import PointTable
from perceptron_gui.views.rules.panel import RulePanel
from perceptron_gui.views.widgets.editors import ChoiceEditor, FlagEditor, OwnEditor, TypedEditor
from perceptron_gui.views.widgets.form import ExplainedField, Field
from perceptron_gui.views.widgets.slider import NumberEditor
from perceptron_gui.views.widgets.theme import apply_theme, palette_of
from tests.documents import OpenDocument
from tests.views.pixels import on_screen

Editor = TypeVar("Editor", bound=QWidget)
_POINTS = 10


def use_theme() -> None:
    """Show everything as the window does."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    is_usual = app.font().pointSizeF() == _POINTS
    if not is_usual or app.palette() != palette_of(THEMES["light"]):  # setting it takes a while
        apply_theme(app, THEMES["light"])


class RuleDesk:
    """Stores the rules that a panel asks for and shows them to it, as the window does."""

    def __init__(self, qtbot: QtBot) -> None:
        use_theme()
        self.panel = RulePanel()
        self.panel.controls.more.click()
        self.panel.rules_requested.connect(self._set_rules)
        self.panel.gesture_ended.connect(lambda: self.document.close_step())
        self.open()
        on_screen(qtbot, self.panel, 320, 700)

    def open(self, *rules: Rule, shown: int = 0) -> None:
        """Begin again with these rules, or with the default one."""
        self.asked: list[str] = []  # the name of every request
        self.dimension = 2
        session = Session(Dataset.of([], []), rules=rules or (Rule(),), shown=shown)
        self.document = OpenDocument(session)
        self.document.listeners.append(self._show)
        self._show(session)

    @property
    def rules(self) -> tuple[Rule, ...]:
        return self.document.session.rules

    @property
    def rule(self) -> Rule:
        return self.rules[self.document.session.shown]

    def row(self, name: str) -> ExplainedField:
        """Return the field of an option with what is said of it."""
        field = self.panel.controls.fields[name]
        assert isinstance(field, ExplainedField)
        return field

    def editor(self, name: str, kind: type[Editor]) -> Editor:
        """Return the control of an option, which is one of a kind."""
        editor = self.row(name).editor
        assert isinstance(editor, kind)
        return editor

    def field(self, name: str) -> TypedEditor:
        return typed_field(self.row(name))

    def complaint(self, name: str) -> str:
        """Return what is seen to be wrong with an option."""
        complaint = self.row(name).complaint
        assert complaint.isVisibleTo(self.row(name)) == bool(complaint.words)
        return complaint.words

    def change(self, name: str, value: Any) -> None:
        """Set an option through its control."""
        editor = self.row(name).editor
        if isinstance(editor, ChoiceEditor):
            choose(editor, value)
        elif isinstance(editor, FlagEditor):
            QTest.mouseClick(editor, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
        else:
            type_into(self.field(name), value)

    def _set_rules(self, rules: tuple[Rule, ...], shown: int, name: str, merge: str) -> None:
        self.asked.append(name)
        session = replace(self.document.session, rules=rules, shown=shown)
        self.document.change(name, session, merge)

    def _show(self, session: Session) -> None:
        self.panel.show_rules(session.rules, session.shown, self.dimension)


class DocumentDesk:
    """Makes the edits and sets the rules that a view asks for, in a document of its own."""

    def begin(self, dataset: Dataset, **options: Any) -> None:
        """Begin again with these points and a rule."""
        self.asked: list[tuple[str, str]] = []  # the name and the merge key of every request
        self.document = OpenDocument(Session(dataset, rules=(Rule.of(options),)))
        self.document.listeners.append(self.show)
        self.show(self.document.session)

    @property
    def dataset(self) -> Dataset:
        return self.document.session.dataset

    @property
    def rule(self) -> Rule:
        return self.document.session.rules[0]

    def show(self, session: Session) -> None:
        """Show the view what there is."""
        raise NotImplementedError

    def edit(self, name: str, edit: Edit, merge: str) -> None:
        self._change(name, replace(self.document.session, dataset=edit.apply(self.dataset)), merge)

    def set_rule(self, rule: Rule, name: str, merge: str) -> None:
        self._change(name, replace(self.document.session, rules=(rule,)), merge)

    def _change(self, name: str, session: Session, merge: str) -> None:
        self.asked.append((name, merge))
        self.document.change(name, session, merge)


class PointDesk(DocumentDesk):
    """A point table on screen, whose selection is met too."""

    def __init__(self, qtbot: QtBot, dataset: Dataset) -> None:
        use_theme()
        self.table = PointTable()
        self.table.edit_requested.connect(self.edit)
        self.table.selection_requested.connect(self._select)
        self.selections: list[tuple[int, ...]] = []
        self.begin(dataset)
        on_screen(qtbot, self.table, 320, 400)

    def show(self, session: Session) -> None:
        self.table.show_dataset(session.dataset)

    def _select(self, points: Iterable[int]) -> None:
        self.selections.append(tuple(points))
        self.table.show_selection(points)


def typed_field(field: Field) -> TypedEditor:
    """Return where the value of an option is typed, beside its slider or under its menu."""
    editor = field.editor
    if isinstance(editor, NumberEditor):
        return editor.field
    typed = editor.below if isinstance(editor, OwnEditor) else editor
    assert isinstance(typed, TypedEditor)
    return typed


def menu_of(field: Field) -> ChoiceEditor:
    assert isinstance(field.editor, ChoiceEditor)
    return field.editor


def choose(combo: QComboBox, key: Any) -> None:
    """Open a menu and click on an entry."""
    combo.showPopup()
    entry = combo.model().index(combo.findData(key), 0)
    combo.view().scrollTo(entry)
    place = combo.view().visualRect(entry).center()
    QTest.mouseClick(combo.view().viewport(), Qt.MouseButton.LeftButton, pos=place)


def type_into(field: QLineEdit, text: str, end: Qt.Key = Qt.Key.Key_Return) -> None:
    """Replace the text of a field key by key, and press Enter or another key."""
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text) if text else QTest.keyClick(field, Qt.Key.Key_Delete)
    QTest.keyClick(field, end)
