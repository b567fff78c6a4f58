"""What tests of pages of the laboratory share: desks whose threads end with the test."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from tests.views.lab_desk import LabDesk, OpenLab, Page


@pytest.fixture
def open_lab(qtbot: QtBot) -> Iterator[OpenLab]:
    """Return a function that opens a page; meanwhile no thread collects widgets."""
    desks: list[LabDesk] = []

    def open_page(
        page: Page, data: str | Dataset, *rules: Rule, wait: bool = True
    ) -> tuple[Page, LabDesk]:
        desks.append(LabDesk(qtbot, page, data, *rules))
        if wait:
            desks[-1].wait()
        return page, desks[-1]

    gc.disable()
    yield open_page
    for desk in desks:
        desk.close()
    gc.enable()
