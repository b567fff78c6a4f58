"""What tests of the export dialog share: an offer, and a user who chooses and types."""

from __future__ import annotations

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from perceptron_gui.export.layout.page import MOTION, PAGE
from perceptron_gui.views.export.choices import ExportChoices, ExportOffer, FormatOffer
from perceptron_gui.views.export.dialog import ExportDialog
from perceptron_gui.views.widgets.editors import ChoiceEditor

DRAWN = ("size", "theme", "font", "family")
OFFER = ExportOffer(
    (
        FormatOffer("png", "pixels", True, False, False, True, (*DRAWN, "dpi")),
        FormatOffer("svg", "vectors", True, False, False, True, (*DRAWN, "outlines")),
        FormatOffer("gif", "moving", True, False, True, True, (*DRAWN, "dpi")),
        FormatOffer("csv", "numbers", True, True, False, False, ()),
        FormatOffer("md", "a table", False, True, False, True, ()),
    ),
    {"page": (170.0, 110.0, 10.0, "serif"), "slide": (254.0, 142.875, 16.0, "sans")},
    PAGE,
    MOTION,
    "xor",
    17,
    36,
    ("trace",),
)


def shown_dialog(qtbot: QtBot) -> ExportDialog:
    """Open a dialog that asks for previews at once; it is closed after the test."""
    dialog = ExportDialog(OFFER, preview_delay_ms=0)
    qtbot.addWidget(dialog)
    dialog.show_choices(ExportChoices(ending="png", folder="/figures"))
    dialog.show()
    return dialog


def page_menu(dialog: ExportDialog, name: str) -> ChoiceEditor:
    """Return the menu of an option of the page."""
    menu = dialog.page.fields[name]
    assert isinstance(menu, ChoiceEditor)
    return menu


def choose(menu: ChoiceEditor, key: str) -> None:
    """Choose from a menu, as the user would."""
    menu.show_value(key)
    menu.activated.emit(menu.currentIndex())


def type_over(field: QLineEdit, text: str) -> None:
    """Replace what stands in a field, as the user would."""
    field.selectAll()
    QTest.keyClicks(field, text)
    field.editingFinished.emit()
