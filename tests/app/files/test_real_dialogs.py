"""Saving and opening in a window with the dialogs that people see."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from perceptron_gui.app.main.program import make_window
from perceptron_gui.app.state.settings import Settings
from tests.views.answers import one_after_another, pressing, typing


def test_a_lesson_is_saved_and_opened_and_the_folder_remembered(
    qtbot: QtBot, tmp_path: Path
) -> None:
    settings = Settings(tmp_path / "settings.ini")
    folder = tmp_path / "lessons"
    folder.mkdir()
    settings.folder = str(folder)
    window = make_window([], settings=settings, recovery_folder=tmp_path / "recovery")
    qtbot.addWidget(window)
    one_after_another(typing("first lesson"))
    window.trigger("file.save_as")
    assert window.windowTitle() == "first lesson — Perceptron"
    assert (folder / "first lesson.json").is_file()
    window.trigger("file.new")
    assert settings.folder == str(folder)
    one_after_another(typing("first lesson.json"))
    window.trigger("file.open")
    assert window.describe()["labels"] == [-1, 1, 1, -1]
    window.trigger("edit.select_all")
    window.trigger("edit.relabel")
    titles = one_after_another(pressing("Discard"))
    window.close()
    assert titles == ["Unsaved changes"]
    assert not window.isVisible()
