"""A desk for pages of the laboratory: a real document, a real thread, and a page in front."""

from __future__ import annotations

from typing import Protocol, TypeVar

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from perceptron_gui.app.explore.labs import LabController
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.document.model.session import Session
from perceptron_gui.training.jobs import Jobs
from perceptron_gui.views.figure.table import DrawnTable
from perceptron_gui.views.labs.arena import ArenaPage, ContestantList
from perceptron_gui.views.labs.page import LabPage
from perceptron_gui.views.widgets.editors import ChoiceEditor
from perceptron_gui.views.widgets.text import MenuButton
from perceptron_gui.views.widgets.theme import load_fonts
from tests.documents import editing_of
from tests.hands import double_click
from tests.views.desk import type_into, typed_field
from tests.views.pixels import on_screen

Page = TypeVar("Page", bound=LabPage)
_COMPILED_MS = 60_000  # kernels may have to be compiled first


class LabDesk:
    """Shows a page and carries out its experiments, as the window does."""

    def __init__(self, qtbot: QtBot, page: LabPage, data: str | Dataset, *rules: Rule) -> None:
        load_fonts()
        dataset = make(LIBRARY[data]) if isinstance(data, str) else data
        self._qtbot = qtbot
        self.editing = editing_of(Session(dataset, rules=rules or (Rule(),)))
        self.jobs = Jobs()
        self.laboratory = LabController(self.editing, self.jobs)
        self.laboratory.add(page)
        self.names: list[str] = []  # of the requests of the page
        page.replay_requested.connect(lambda asked: self.names.append(asked.name))
        on_screen(qtbot, page, 700, 520)
        self.laboratory.show_page(page)

    def close(self) -> None:
        self.laboratory.close()
        self.jobs.close()

    def wait(self) -> None:
        """Wait until what is asked for has been computed and drawn."""
        lab = self.laboratory
        self._qtbot.waitUntil(lambda: not (lab.is_busy or lab.is_drawing), timeout=_COMPILED_MS)
        QApplication.processEvents()  # the last drawing finds its place


class OpenLab(Protocol):
    """Opens a page at a desk of its own, and waits for its first experiment unless told not to."""

    def __call__(
        self, page: Page, data: str | Dataset, *rules: Rule, wait: bool = True
    ) -> tuple[Page, LabDesk]: ...


def type_text(page: LabPage, name: str, text: str) -> None:
    type_into(typed_field(page.form.fields[name]), text)


def pick(button: MenuButton, title: str) -> None:
    actions = {action.text(): action for action in button.menu().actions()}
    actions[title].trigger()


def let_compete(page: ArenaPage, *titles: str) -> None:
    """Open the list of contestants, empty it with the keyboard, and add these from its menu."""
    listed = page.contestants
    if not listed.isVisible():
        QTest.mouseClick(page.choosing, Qt.MouseButton.LeftButton)
    listed.lines.setFocus()
    listed.lines.setCurrentRow(0)
    for _ in range(listed.lines.count()):
        QTest.keyClick(listed.lines, Qt.Key.Key_Delete)
    assert lines(listed) == []
    for title in titles:
        pick(listed.add, title)


def lines(listed: ContestantList) -> list[str]:
    return [listed.lines.item(row).text() for row in range(listed.lines.count())]


def complaint(page: LabPage, name: str) -> str:
    return page.form.fields[name].complaint.words


def suggest(page: LabPage, name: str, title: str) -> None:
    (button,) = page.form.fields[name].findChildren(MenuButton)
    pick(button, title)


def choose(page: LabPage, name: str, key: str) -> None:
    """Choose the value of an option with the arrow keys, as somebody at the keyboard does."""
    combo = page.form.fields[name].editor
    assert isinstance(combo, ChoiceEditor)
    choose_from(combo, key)


def choose_from(combo: ChoiceEditor, key: str) -> None:
    steps = combo.findData(key) - combo.currentIndex()
    for _ in range(abs(steps)):
        QTest.keyClick(combo, Qt.Key.Key_Down if steps > 0 else Qt.Key.Key_Up)


def texts(table: DrawnTable) -> list[list[str]]:
    """Return the cells of a table as they stand."""
    model = table.model()
    return [
        [
            model.index(row, column).data().replace("\u00a0", " ")
            for column in range(table.columnCount())
        ]
        for row in range(table.rowCount())
    ]


def click_heading(table: DrawnTable, column: int) -> None:
    header = table.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(column) + 5, header.height() // 2)
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)


def open_row(table: DrawnTable, row: int) -> None:
    index = table.model().index(row, 0)
    table.scrollTo(index)
    double_click(table.viewport(), table.visualRect(index).center())
