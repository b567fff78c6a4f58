"""The signs of the transport: each is there, and has the colours of the palette."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QPalette
from pytestqt.qtbot import QtBot

from perceptron_gui.views.playback.icons import PAUSE, transport_icon
from perceptron_gui.views.playback.transport import BUTTONS

RED = QColor("#FF0000")


@pytest.mark.parametrize("name", [*BUTTONS, PAUSE])
def test_every_sign_follows_the_palette(qtbot: QtBot, name: str) -> None:
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.WindowText, RED)
    palette.setColor(QPalette.ColorRole.Highlight, RED)
    image = transport_icon(name, palette, RED, 48).pixmap(48).toImage()
    colors = {image.pixelColor(x, y).name() for x in range(48) for y in range(48)}
    assert RED.name() in colors
    assert image.pixelColor(0, 0).alpha() == 0
