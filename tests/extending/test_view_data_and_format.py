"""A view costs its file and a row, a data set a row, a format a writer and a row of its table."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from perceptron_gui.cli import main
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import GROUPS, LIBRARY, LibraryEntry, make
from perceptron_gui.document.sources import load_data
from perceptron_gui.export.formats.formats import FORMATS, Format, Job
from perceptron_gui.figures.registry import FIGURE_VIEWS
from perceptron_gui.views.data.popups import Gallery
from tests.app.windows import OpenWindow
from tests.extending import toy_view

PAIR = LibraryEntry(
    "toy-pair", "Two points.", "ours", lambda: Dataset.of([[1, 2], [2, 1]], [-1, 1])
)


def write_toy(job: Job) -> bytes:
    return f"# {job.drawing().name}\n".encode()


TOY_FORMAT = Format("names of views", write_toy, "py", ("theme",), tables=True)


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FIGURE_VIEWS, "toy-view", toy_view.__name__)
    monkeypatch.setitem(LIBRARY, "toy-pair", PAIR)
    monkeypatch.setitem(GROUPS, "Toys", (PAIR,))
    monkeypatch.setitem(FORMATS, "toy", TOY_FORMAT)


def counts(path: str) -> list[float]:
    rows = csv.DictReader(Path(path).read_text(encoding="utf-8").splitlines())
    return [float(row["y"]) for row in rows]


def test_the_command_line_has_both(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["datasets"]) == 0
    assert main(["figure", "--list"]) == 0
    told = capsys.readouterr().out
    assert "toy-pair" in told
    assert "How often each point was a mistake." in told
    assert main(["run", "toy-pair", "--json", "-"]) == 0
    made = json.loads(capsys.readouterr().out)["updates"]
    assert main(["figure", "toy-view", "toy-pair", "--show", "doubled", "--out", "x.csv"]) == 0
    each = [2.0 * sum(update["point"] == point for update in made) for point in (0, 1)]
    assert counts("x.csv") == each
    assert main(["figure", "toy-view", "toy-pair", "--trials", "3", "--out", "x.csv"]) == 2


def test_the_window_opens_the_data_saves_and_exports_the_view(
    open_window: OpenWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    person = open_window("and")
    QTest.mouseClick(person.window.nav.data_button, Qt.MouseButton.LeftButton)
    pictures = QApplication.activePopupWidget()
    assert isinstance(pictures, Gallery)
    QTest.mouseClick(pictures.buttons["toy-pair"], Qt.MouseButton.LeftButton)
    person.wait()
    assert person.session.dataset == make(PAIR)
    person.dialogs.path = str(tmp_path / "kept.json")
    person.do("file.save_as")
    assert load_data(str(tmp_path / "kept.json")).dataset == make(PAIR)
    person.program.settings.export = {"folder": str(tmp_path), "view": "toy-view", "ending": "csv"}
    exporting = person.program.exporting
    exporting.show_dialog("toy-view")
    assert exporting.dialog is not None
    assert exporting.dialog.view.value() == "toy-view"
    with qtbot.waitSignal(exporting.figure_written, timeout=20_000) as written:
        QTest.mouseClick(exporting.dialog.export_button, Qt.MouseButton.LeftButton)
    assert counts(written.args[0]) == [0.0, 0.0]  # it stands before the first visit


def test_the_command_line_writes_the_format(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["figure", "norms", "and", "--at", "3", "--out", "x.toy"]) == 0
    assert Path("x.toy").read_text(encoding="utf-8").startswith("# norms\n")
    session = load_data("x.toy").session
    assert session is not None
    assert (session.view, session.cursor) == ("norms", 3)
    assert main(["figure", "trace", "and", "--no-session", "--out", "t.toy"]) == 0
    assert Path("t.toy").read_bytes() == b"# trace\n"
    capsys.readouterr()
    assert main(["figure", "--help"]) == 0
    assert "|toy]" in "".join(capsys.readouterr().out.split())
