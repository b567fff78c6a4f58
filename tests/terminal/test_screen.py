"""Whether a window can be opened: asked before Qt is, which would abort the program."""

from __future__ import annotations

import shutil
import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path

import pytest

from perceptron_gui.base.errors import UsageError
from perceptron_gui.terminal import screen
from perceptron_gui.terminal.doctor import examine

linux = pytest.mark.skipif(sys.platform != "linux", reason="X11 is that of Linux")


@pytest.fixture
def stray_plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Qt's plugin for X11 without the library that it is linked to, on a machine with X11."""
    qt = find_spec("PySide6")
    assert qt is not None and qt.origin is not None
    inside = Path("Qt", "plugins", "platforms", "libqxcb.so")
    place = tmp_path / "PySide6" / inside
    place.parent.mkdir(parents=True)
    shutil.copy(Path(qt.origin).parent / inside, place)
    spec = ModuleSpec("PySide6", None, origin=str(tmp_path / "PySide6" / "__init__.py"))
    monkeypatch.setattr(screen, "find_spec", lambda name: spec)
    monkeypatch.setenv("DISPLAY", ":7")
    for name in ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)


@linux
@pytest.mark.usefixtures("stray_plugin")
def test_a_library_that_qt_lacks_is_named_before_qt_is_asked() -> None:
    missing = screen.missing_libraries()
    assert "libQt6XcbQpa.so.6" in missing
    with pytest.raises(UsageError, match=r"cannot be opened: Qt lacks .*libQt6XcbQpa\.so\.6"):
        screen.check_screen("xor")
    (symptom,) = (each for each in examine() if each.what == "screen")
    assert not symptom.is_well
    assert "apt-get install" in symptom.remedy and "libqt6xcbqpa6" in symptom.remedy


@linux
@pytest.mark.usefixtures("stray_plugin")
@pytest.mark.parametrize(
    ("name", "value"),
    [("QT_QPA_PLATFORM", "offscreen"), ("WAYLAND_DISPLAY", "wayland-0"), ("DISPLAY", "")],
)
def test_what_x11_needs_is_not_asked_for_elsewhere(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    assert screen.missing_libraries() == ()
