"""A rule with a new option costs three files: its row, its option, and how it moves.

They are added to a copy of the package, which another process then uses.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import perceptron_gui
from tests.extending.toy_rule import ADDED

pytestmark = pytest.mark.program

USE = """
import json, sys
from fractions import Fraction
from perceptron_gui.cli import main
from perceptron_gui.core.rules.contestants import contestant_name, read_contestants
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.document.model.session import Session, read_session, write_session
from perceptron_gui.core.data.dataset import Dataset

main(["run", "--help"])
main(["run", "and", "--rule", "lazy", "--sloth", "4", "--json", "-"])
assert main(["run", "and", "--rule", "lazy", "--sloth", "0"]) == 2
main(["run", "and", "--rule", "lazy", "--sloth", "4"])
lazy = Rule.of({"rule": "lazy", "sloth": "1/3"})
session = Session(Dataset.of([[0, 1]], [1]), rules=(lazy,))
assert read_session(write_session(session), "x").rules == (lazy,)
rules = (Rule(), *read_contestants("lazy; lazy sloth=5", Rule()))
print(*(contestant_name(rule, Rule()) for rule in rules), sep=" / ")

from PySide6.QtWidgets import QApplication
app = QApplication([])
from perceptron_gui.views.rules.panel import RulePanel
panel = RulePanel()
panel.show_rules((lazy,), 0)
row = panel.controls.fields["sloth"]
print(row.editor.text(), "|", row.editor.accessibleName(), "|", panel.lines.item(0).text())
row.editor.setText("0")
row.editor.setModified(True)
row.editor.editingFinished.emit()
print(row.complaint.words)
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A folder with a package that has the rule."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(
        Path(perceptron_gui.__file__).parent, tmp_path / "perceptron_gui", ignore=ignored
    )
    for name, places in ADDED.items():
        file = tmp_path / "perceptron_gui" / name
        code = file.read_text(encoding="utf-8")
        for place, text in places.items():
            assert code.count(place) == 1
            code = code.replace(place, place + text)
        file.write_text(code, encoding="utf-8")
    return tmp_path


def test_it_appears_everywhere_by_itself(package: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(package), "QT_QPA_PLATFORM": "offscreen"}
    used = subprocess.run(
        [sys.executable, "-c", USE], cwd=package, env=environment, capture_output=True, text=True,
        encoding="utf-8", timeout=120, check=False,
    )  # fmt: skip
    assert used.returncode == 0, used.stderr
    assert "--sloth V             how little it does (default 2)" in used.stdout
    assert '"sloth": 4' in used.stdout
    assert '"why_no_bound": "Nobody has proved' in used.stdout
    assert "--sloth 0: must be greater than 0" in used.stderr
    assert "sloth = 4" in used.stdout
    assert "Perceptron / Lazy / Lazy, sloth = 5" in used.stdout
    assert "1/3 | Sloth | Lazy perceptron, η = 1, on the line: mistake, sloth = 1/3" in used.stdout
    assert "The sloth must be greater than 0." in used.stdout
