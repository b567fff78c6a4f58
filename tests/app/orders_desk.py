"""The order laboratory on a desk: a real document and thread, and runs that arrive at once."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Qt, Slot
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox
from pytestqt.qtbot import QtBot

from perceptron_gui.app.explore.labs import LabController
from perceptron_gui.app.state.editing import Editing
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.session import Session
from perceptron_gui.document.sources import load_data
from perceptron_gui.training.jobs import Jobs
from perceptron_gui.views.labs.orders import OrdersPage
from tests.views.pointer import click, hover

PATIENCE = 60_000  # milliseconds; compiling takes a while on a machine that is busy


class OrdersDesk(QObject):
    """Answers every change of the session with its run, as the window does."""

    def __init__(self, dataset: Dataset, rule: Rule, qtbot: QtBot) -> None:
        super().__init__()
        self._qtbot = qtbot
        self.editing = Editing(Session(dataset, rules=(rule,)))
        self.jobs = Jobs(self)
        self.laboratory = LabController(self.editing, self.jobs)
        self.page = OrdersPage()
        qtbot.addWidget(self.page)
        self.laboratory.add(self.page)
        self.page.resize(900, 600)
        self.page.show()
        self.run = self.computed()
        self.laboratory.show_page(self.page)
        self._on_session_changed()
        self.editing.session_changed.connect(self._on_session_changed)

    def close(self) -> None:
        """End what is being computed."""
        self.laboratory.close()
        self.jobs.close()

    @property
    def facts(self) -> list[str]:
        """What is read above the figures."""
        text = self.page.facts.text().replace("<b>", "").replace("</b>", "")
        words = (fact.replace("&nbsp;", " ").strip() for fact in text.split(" &nbsp;&nbsp; "))
        return [fact for fact in words if fact]

    @property
    def updates(self) -> int:
        """How many updates the run of the session makes."""
        return int(self.run.updates_at(self.run.visits))

    def computed(self) -> Run:
        """Return the run of the session."""
        return Run(self.editing.session.dataset, self.editing.rule).finish()

    def wait(self) -> None:
        """Wait until the experiment is over, and drawn."""
        lab = self.laboratory
        self._qtbot.waitUntil(lambda: not (lab.is_busy or lab.is_drawing), timeout=PATIENCE)

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so."""
        self._qtbot.waitUntil(is_so, timeout=PATIENCE)

    def click(self, button: QAbstractButton) -> None:
        """Click a button, or the box of a choice."""
        assert button.isVisible()
        place = QPoint(10, button.height() // 2)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=place)

    def choose(self, menu: QComboBox, key: str) -> None:
        """Choose an entry with the keys of the arrows."""
        menu.setFocus()
        while menu.currentData() != key:
            below = menu.findData(key) > menu.currentIndex()
            QTest.keyClick(menu, Qt.Key.Key_Down if below else Qt.Key.Key_Up)

    def click_bar(self, k: float) -> None:
        """Click the bar of k."""
        click(self.page.view.figures[0], (k, 0.5))

    def point_at(self, k: float) -> None:
        """Move the pointer to the bar of k."""
        hover(self.page.view.figures[0], (k, 0.5))

    @Slot()
    def _on_session_changed(self) -> None:
        self.run = self.computed()
        self.page.show_run(self.run, self.run.visits)


def desk_of(name: str, rule: Rule, qtbot: QtBot) -> OrdersDesk:
    """Return a desk with a data set of the library."""
    return OrdersDesk(load_data(name).dataset, rule, qtbot)
