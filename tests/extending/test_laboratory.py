"""A laboratory costs its file and a row in LABORATORIES: everything else reads the record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from perceptron_gui.cli import main
from perceptron_gui.document.sources import load_data
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Dots
from perceptron_gui.labs.registry import LABORATORIES, VIEWS, LabRow
from perceptron_gui.views.labs.page import LabPage
from perceptron_gui.views.widgets.editors import FlagEditor
from tests.app.person import Person
from tests.app.windows import OpenWindow
from tests.extending import toy_lab
from tests.views.lab_desk import choose, complaint, type_text


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    row = LabRow(toy_lab.__name__, ("toy",), "Toy", "Updates for several step sizes")
    monkeypatch.setitem(LABORATORIES, "toy", row)


def test_the_command_line_carries_it_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "--help"]) == 0
    assert "how many updates a run needs with several step sizes" in capsys.readouterr().out
    assert main(["lab", "toy", "and", "--sizes", "2"]) == 0
    assert capsys.readouterr().out.splitlines()[2:] == [
        "step η  updates",
        "     1       18",
        "     2       18",
    ]
    assert main(["lab", "toy", "and", "--ties", "minus", "--json", "-"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["format"], report["updates"]) == ("perceptron-gui/lab-toy", [10, 10, 10])
    assert main(["lab", "toy", "and", "--sizes", "many"]) == 2


def test_it_is_drawn_and_reopens_from_its_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert "toy" in VIEWS
    assert main(["figure", "--list"]) == 0
    assert "The updates of a run against its step size." in capsys.readouterr().out
    assert main(["figure", "toy", "and", "--sizes", "2", "--out", "x.svg"]) == 0
    session = load_data("x.svg").session
    assert session is not None
    assert (session.view, session.views) == ("toy", {"toy": {"sizes": 2}})
    assert main(["figure", "x.svg", "--out", "x.csv"]) == 0
    assert "18" in Path("x.csv").read_text(encoding="utf-8")


def shown_updates(person: Person) -> list[float]:
    page = person.window.pages.lab
    assert page is not None and isinstance(page.view.drawing, Figure)
    dots = page.view.drawing.mark("updates")
    assert isinstance(dots, Dots)
    return [float(y) for y in dots.y]


def test_the_window_has_a_page_for_it(open_window: OpenWindow, tmp_path: Path) -> None:
    person = open_window("and")
    person.do("page.toy")
    page = person.window.pages.lab
    assert isinstance(page, LabPage)
    person.wait_until(lambda: page.view.drawing is not None)
    person.wait()
    assert shown_updates(person) == [18, 18, 18]
    type_text(page, "sizes", "many")
    assert "many" in complaint(page, "sizes")
    type_text(page, "sizes", "2")
    choose(page, "ties", "minus")
    doubled = page.form.fields["doubled"].editor
    assert isinstance(doubled, FlagEditor)
    doubled.click()
    person.wait()
    assert shown_updates(person) == [20, 20]
    assert person.session.views["toy"] == {"sizes": 2, "ties": "minus", "doubled": True}
    person.do("edit.undo", "edit.undo")
    person.wait()
    assert shown_updates(person) == [18, 18]
    path = tmp_path / "kept.json"
    person.dialogs.path = str(path)
    person.do("file.save_as")
    again = open_window(str(path))
    again.do("page.toy")
    again.wait()
    assert shown_updates(again) == [18, 18]
