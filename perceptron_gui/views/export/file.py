"""Where a figure goes: its format, its name with the right ending, its folder."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLineEdit, QPushButton

from perceptron_gui.views.widgets.editors import ChoiceEditor, FlagEditor, named

from .choices import ExportChoices, ExportOffer, FormatOffer
from .fields import FormGroup, side_by_side


class FileFields(FormGroup):
    """Shows and returns format and path; the name keeps the ending of the format."""

    folder_requested = Signal(str)

    def __init__(self, offer: ExportOffer) -> None:
        super().__init__("File")
        self._offer = offer
        self._view = ""
        self._name = ""  # what the file is called if nobody says otherwise
        self.format = named(ChoiceEditor(), "Format", "What kind of file is written")
        self.name = named(QLineEdit(), "Name", "What the file is called")
        self.folder = named(QLineEdit(), "Folder", "Where the file is put")
        self.choose = named(QPushButton("&Choose…"), "Choose folder", "Choose another folder")
        title = "Carries the session"
        tip = "The file can be opened here again, with its points, rule and visit"
        self.with_session = named(FlagEditor(title), title, tip)
        self.choose.setAutoDefault(False)  # Enter in a field exports
        self.add_row("For&mat", self.format)
        self.add_row("Nam&e", self.name)
        self.add_row("Fol&der", side_by_side(self.folder, self.choose))
        self.add_row("", self.with_session)
        self.format.value_requested.connect(self._on_format_chosen)
        self.name.editingFinished.connect(self._on_name_typed)
        self.choose.clicked.connect(self._on_choose_clicked)

    @property
    def chosen(self) -> FormatOffer:
        """The format that is chosen."""
        return next(each for each in self._offer.formats if each.ending == self.format.value())

    def show_choices(self, choices: ExportChoices) -> None:
        """Show where a figure is to go."""
        self._view = choices.view
        self._offer_formats(choices.ending)
        self._name = self._offer.name_of(self._view, self.format.value())
        self.name.setText(choices.name or self._name)
        self.folder.setText(choices.folder)
        self.with_session.setChecked(choices.with_session)
        self._show_format()

    def show_view(self, view: str) -> None:
        """Offer the formats of another view, and call the file after it."""
        self._view = view
        self._offer_formats(self.format.value())
        self._show_format()

    def _offer_formats(self, wanted: str) -> None:
        """Offer what can hold the view; what was chosen stays if it can."""
        formats = self._offer.formats_of(self._view)
        titles = {each.ending: f"{each.ending.upper()}: {each.meaning}" for each in formats}
        self.format.show_entries(titles, {})
        self.format.show_value(wanted if wanted in titles else next(iter(titles)))

    def _show_format(self) -> None:
        ending = self.format.value()
        usual = self._offer.name_of(self._view, ending)
        was_usual = PurePath(self.name.text()).stem in ("", PurePath(self._name).stem)
        self._name = usual
        self.name.setText(usual if was_usual else with_ending(self.name.text(), ending))
        self.form.setRowVisible(self.with_session, self.chosen.carries)

    @Slot()
    def _on_format_chosen(self) -> None:
        self._show_format()
        self.changed.emit()

    @Slot()
    def _on_name_typed(self) -> None:
        typed = PurePath(self.name.text()).suffix.removeprefix(".").lower()
        offered = [each.ending for each in self._offer.formats_of(self._view)]
        if typed in offered and typed != self.format.value():
            self.format.show_value(typed)
            self._on_format_chosen()
        else:
            self._show_format()

    @Slot()
    def _on_choose_clicked(self) -> None:
        self.folder_requested.emit(self.folder.text())


def with_ending(name: str, ending: str) -> str:
    """Return the name of a file with another ending; a dot in a name is not always one."""
    suffix = PurePath(name).suffix.removeprefix(".")
    stem = PurePath(name).stem if suffix.isalpha() and len(suffix) <= 4 else name
    return f"{stem}.{ending}"
