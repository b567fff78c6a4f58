"""What tests of the canvas share: a canvas whose requests are met."""

from __future__ import annotations

from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from tests.views.canvas.desk import XOR, Desk, Open


@pytest.fixture
def desk(qtbot: QtBot) -> Open:
    """Return a function that opens a canvas with some points."""

    def open_desk(dataset: Dataset = XOR, rule: Rule | None = None, **more: Any) -> Desk:
        return Desk(qtbot, dataset, rule or Rule(), **more)

    return open_desk
