"""A canvas on a desk: what a window would do with its requests is done at once, and noted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.session import Session
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.pictures.boundary import VIEW
from perceptron_gui.figures.plane.data_plane import BoundaryOptions
from perceptron_gui.views.canvas.canvas import Canvas
from perceptron_gui.views.widgets.theme import load_fonts
from tests.documents import OpenDocument
from tests.views.pixels import on_screen
from tests.views.pointer import LEFT, PLAIN, turn_wheel

RIGHT, MIDDLE = Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier

Place = tuple[float, float]
XOR = Dataset.of([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1])


class Desk:
    """Does what a window does with a canvas: a document and runs, but no thread."""

    def __init__(self, qtbot: QtBot, dataset: Dataset, rule: Rule, interval: int = 0) -> None:
        load_fonts()
        self.document = OpenDocument(Session(dataset, rules=(rule,)))
        self.range: tuple[float, float, float, float] | None = None
        self.notes: list[tuple[str, tuple[Any, ...]]] = []
        self.canvas = on_screen(qtbot, Canvas(interval=interval), 700, 600)
        self.canvas.aspect_changed.connect(lambda _aspect: self.show())
        self.canvas.edit_requested.connect(self._on_edit_requested)
        self.canvas.edit_finished.connect(self._on_edit_finished)
        self.canvas.selection_requested.connect(self._on_selection_requested)
        self.canvas.weights_requested.connect(self._on_weights_requested)
        self.canvas.range_requested.connect(self._on_range_requested)
        self.canvas.setFocus()
        self.canvas.show_snap(0.1)
        self.show()

    @property
    def dataset(self) -> Dataset:
        return self.document.session.dataset

    @property
    def points(self) -> list[list[float]]:
        return cast("list[list[float]]", self.dataset.points.tolist())

    @property
    def labels(self) -> list[int]:
        return cast("list[int]", self.dataset.labels.tolist())

    def asked(self, *kinds: str) -> list[tuple[Any, ...]]:
        """Return what requests of some kinds carried, in the order they came."""
        return [values for kind, values in self.notes if kind in kinds]

    def show(self) -> None:
        """Show the canvas what there is, at the start of the run."""
        session = self.document.session
        run = Run(session.dataset, session.rules[0]) if len(session.dataset) else None
        seen = self.canvas.scene().seen
        options = BoundaryOptions(range=self.range, aspect=seen.width / seen.height)
        figure = VIEW.build(session.dataset, run, 0, options)
        assert isinstance(figure, Figure)
        self.canvas.show_dataset(session.dataset)
        weights = None if run is None else run.weights_at(0).tolist()
        self.canvas.show_weights(weights, float(session.rules[0].bias_scale))
        self.canvas.show_figure(figure)

    def at(self, x: float, y: float) -> QPoint:
        return self.canvas.position_of(x, y).toPoint()

    def values_at(self, pixel: QPoint) -> Place:
        return self.canvas.view.values_at(QPointF(pixel))

    def click(
        self, x: float, y: float, button: Qt.MouseButton = LEFT, held: Qt.KeyboardModifier = PLAIN
    ) -> None:
        QTest.mouseClick(self.canvas, button, held, self.at(x, y))

    def drag(
        self, *way: Place, button: Qt.MouseButton = LEFT, held: Qt.KeyboardModifier = PLAIN
    ) -> None:
        """Press, move over places of the plane as it is seen at first, and let go."""
        end = self.hold_drag(*way, button=button, held=held)
        QTest.mouseRelease(self.canvas, button, held, end)

    def hold_drag(
        self, *way: Place, button: Qt.MouseButton = LEFT, held: Qt.KeyboardModifier = PLAIN
    ) -> QPoint:
        """Press at the first place, go to the others, and hold; return where that is."""
        pixels = [self.at(*place) for place in way]
        QTest.mousePress(self.canvas, button, held, pixels[0])
        for pixel in pixels[1:]:
            QTest.mouseMove(self.canvas, pixel)
        return pixels[-1]

    def wheel(self, x: float, y: float, notches: float) -> None:
        turn_wheel(self.canvas, self.at(x, y), notches)

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier = PLAIN) -> None:
        QTest.keyClick(self.canvas, key, held)

    def _note(self, kind: str, *values: Any) -> None:
        self.notes.append((kind, values))

    def _on_edit_requested(self, name: str, edit: Any, merge: str) -> None:
        self._note("edit", name, edit, merge)
        dataset = edit.apply(self.dataset)
        self.document.change(name, replace(self.document.session, dataset=dataset), merge)
        self.show()

    def _on_edit_finished(self) -> None:
        self._note("finished")
        self.document.close_step()

    def _on_selection_requested(self, indices: tuple[int, ...]) -> None:
        self._note("selection", indices)
        self.canvas.show_selection(indices)

    def _on_weights_requested(self, weights: tuple[float, ...] | None, merge: str) -> None:
        self._note("weights", weights, merge)
        session = self.document.session
        if weights is None:
            self.document.undo()
        else:
            rules = (session.rules[0].with_options({"init": weights}),)
            self.document.change("Set the weights", replace(session, rules=rules), merge)
        self.show()

    def _on_range_requested(self, seen: tuple[float, float, float, float] | None) -> None:
        self._note("range", seen)
        self.range = seen
        self.show()


Open = Callable[..., Desk]


@pytest.fixture
def desk(qtbot: QtBot) -> Open:
    def open_desk(dataset: Dataset = XOR, rule: Rule | None = None, **more: Any) -> Desk:
        return Desk(qtbot, dataset, rule or Rule(), **more)

    return open_desk
