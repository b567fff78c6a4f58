"""What the tests of additions share: a folder of their own, and windows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.windows import open_window

__all__ = ["open_window"]


@pytest.fixture(autouse=True)
def _in_tmp_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
