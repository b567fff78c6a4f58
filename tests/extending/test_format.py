"""A format costs a writer and a row in FORMATS: everything else reads the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from perceptron_gui.app.export.job import ShownSession, offer_of
from perceptron_gui.cli import main
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.session import Session
from perceptron_gui.document.sources import load_data
from perceptron_gui.export.formats.formats import FORMATS, Format, Job


def write_toy(job: Job) -> bytes:
    return f"# {job.drawing().name}\n".encode()


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    row = Format("names of views", write_toy, "py", ("theme",), tables=True)
    monkeypatch.setitem(FORMATS, "toy", row)


def test_the_command_line_writes_it_with_its_session(capsys: pytest.CaptureFixture[str]) -> None:
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


def test_the_dialog_offers_it() -> None:
    session = Session(make(LIBRARY["and"]))
    shown = ShownSession(session, Run(session.dataset, session.rules[0]).finish(), 3, "and")
    for view in ("norms", "trace"):
        offered = {each.ending: each for each in offer_of(shown).formats_of(view)}
        assert offered["toy"].meaning == "names of views"
        assert offered["toy"].carries
        assert offered["toy"].page_options == ("theme",)
