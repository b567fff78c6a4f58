"""Names and titles that UTF-8 cannot write: every format replaces what it cannot hold."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from perceptron_gui.cli import main
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.document.model.session import Session, write_session
from perceptron_gui.export.formats.formats import FORMATS
from tests.cases import slow_but

HALF = "\ud83d"


@pytest.fixture
def session(tmp_path: Path) -> str:
    """A session whose every name has half a character in it, as JSON may."""
    points, labels = np.array([[0, 0], [0, 1], [1, 1]]), np.array([-1, -1, 1])
    dataset = Dataset(points, labels, (f"a{HALF}", f"b{HALF}"), (f"no{HALF}", f"yes{HALF}"))
    file = tmp_path / "half.json"
    file.write_text(write_session(Session(dataset, f"x{HALF}y")), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.parametrize("title", slow_but(["$w_1$ t\udcff"], ["", "t\udcff", "$w_1$ t\udcff"]))
def test_every_format_writes_names_with_half_characters(
    ending: str, title: str, session: str, tmp_path: Path
) -> None:
    view = "trace" if ending == "md" else "boundary"
    out = tmp_path / f"out.{ending}"
    assert main(["figure", view, session, "--title", title, "--out", str(out)]) == 0
    written = out.read_bytes()
    if ending in ("html", "csv", "md", "py", "tex", "svg", "json"):
        assert HALF not in written.decode("utf-8")
    if ending == "html":
        assert "\ufffd" in written.decode("utf-8")
