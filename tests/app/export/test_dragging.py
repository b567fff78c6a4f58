"""Figures leave the window by their grips: as a file with its session, pixels and vectors."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint
from PySide6.QtGui import QPixmap
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui.app.export.exporter import Exporter
from perceptron_gui.app.export.job import ShownSession
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.app.window.docks import PLOTS
from perceptron_gui.document.sources import load_data
from perceptron_gui.training.jobs import Jobs
from perceptron_gui.views.figure.grip import FigureGrip
from tests.app.fake_dialogs import FakeDialogs
from tests.app.heard import Heard
from tests.app.person import LEFT, Person
from tests.app.windows import busy

PATIENCE = 20_000


class Held(FigureGrip):
    """A grip that keeps what it is offered."""

    def __init__(self) -> None:
        super().__init__("Loss")
        self.offered: list[tuple[QMimeData, QPixmap]] = []

    def offer(self, data: QMimeData, picture: QPixmap) -> None:
        """Keep a figure."""
        self.offered.append((data, picture))


def test_a_figure_is_given_as_a_file_with_its_session_and_as_pixels_and_vectors(
    shown: ShownSession, dialogs: FakeDialogs, settings: Settings, jobs: Jobs, qtbot: QtBot
) -> None:
    settings.export = {"page": {"size": "40x30mm"}}
    grip, exporting = Held(), Exporter(lambda: shown, dialogs, settings, jobs)
    qtbot.addWidget(grip)
    exporting.drag_figure("loss", grip)
    qtbot.waitUntil(lambda: bool(grip.offered), timeout=PATIENCE)
    data, picture = grip.offered[0]
    assert data.hasImage()
    assert b"<svg" in bytes(data.data("image/svg+xml").data())
    (url,) = data.urls()
    path = Path(url.toLocalFile())
    assert path.name == "and-loss.png"
    session = load_data(str(path)).session
    assert session is not None
    assert session.dataset == shown.session.dataset
    assert picture.width() > picture.height()
    exporting.close()
    assert not path.exists()


def test_every_view_has_a_grip_whose_click_exports_it(person: Person) -> None:
    window = person.window
    assert set(window.grips) == {"boundary", *PLOTS}
    for name in ("boundary", "norms", "loss"):
        assert window.grips[name].isVisible()
        QTest.mouseClick(window.grips[name], LEFT)
        dialog = person.program.exporting.dialog
        assert dialog is not None
        assert dialog.choices().view == name
        dialog.reject()


def test_a_grip_that_is_let_go_too_early_says_so(person: Person) -> None:
    grip = person.window.grips["norms"]
    ended = Heard(grip.drag_ended)
    QTest.mousePress(grip, LEFT, pos=QPoint(5, 5))
    QTest.mouseMove(grip, QPoint(60, 60))
    QTest.mouseRelease(grip, LEFT, pos=QPoint(60, 60))
    assert ended.values == [False]
    message = person.window.statusBar().currentMessage()
    assert message == "Nobody took the figure; drag it again"


def test_closing_while_a_figure_is_drawn_for_a_grip(person: Person) -> None:
    QTest.mousePress(person.window.grips["norms"], LEFT)
    assert [each for each in busy(person.window) if "pool" in each]
    person.window.close()
    assert not [each for each in busy(person.window) if "pool" in each]


@pytest.mark.parametrize("presents", [False, True])
def test_a_class_sees_no_grips(person: Person, presents: bool) -> None:
    if presents:
        person.do("view.presentation")
    for name in ("boundary", "norms"):
        assert person.window.grips[name].isVisible() != presents
