"""What the doctor finds on a machine; no window is opened where Qt would abort the program."""

from __future__ import annotations

import json
import shutil
import sys
from importlib.machinery import ModuleSpec
from importlib.metadata import PackageNotFoundError
from importlib.util import find_spec
from pathlib import Path

import pytest

from perceptron_gui.base.errors import UsageError
from perceptron_gui.base.resources import VERSION
from perceptron_gui.core.kernels import compiler
from perceptron_gui.terminal import doctor, screen
from perceptron_gui.terminal.doctor import Symptom, examine
from tests.terminal.program import Cli


def found(what: str) -> Symptom:
    """Return what was found of one thing."""
    return next(each for each in examine() if each.what == what)


@pytest.mark.program
def test_every_line_says_ok_or_what_to_do(cli: Cli) -> None:
    lines = cli("doctor").splitlines()
    assert lines[0] == f"ok    program: perceptron-gui {VERSION}"
    assert all(line.startswith(("ok    ", "look  ")) for line in lines)
    assert all("; " in line for line in lines if line.startswith("look"))
    report = json.loads(cli("doctor", "--json", "-"))
    assert report["format"] == "perceptron-gui/doctor"
    found = [f"{'ok' if row['ok'] else 'look':<6}{row['what']}: " for row in report["found"]]
    assert all(line.startswith(row) for line, row in zip(lines, found, strict=True))
    assert {"numpy", "kernels", "settings", "screen"} < {row["what"] for row in report["found"]}


def test_without_a_screen_the_terminal_is_recommended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    screen = found("screen")
    assert not screen.is_well
    assert "perceptron-gui run" in str(screen)
    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.setattr(doctor, "missing_libraries", tuple)  # this machine may have no screen
    assert str(found("screen")) == "ok    screen: DISPLAY=:7"


def test_a_folder_that_is_missing_is_judged_by_the_one_above(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "not" / "yet"))
    monkeypatch.setattr("sys.platform", "linux")
    assert found("settings").is_well
    assert not (tmp_path / "not").exists()  # nothing was made
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert "forgotten" in str(found("settings"))


def test_kernels_are_counted_or_told_to_be_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PERCEPTRON_GUI_KERNELS", raising=False)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert compiler.cache_base() == tmp_path
    assert "at the first run" in found("kernels").found
    (tmp_path / "one.nbc").write_bytes(bytes(2_000_000))
    assert found("kernels").found.startswith("compiled, 1 files, 2.0 MB")
    monkeypatch.setenv("PERCEPTRON_GUI_KERNELS", "python")
    assert "plain Python" in found("kernels").found
    monkeypatch.delenv("PERCEPTRON_GUI_KERNELS")
    monkeypatch.setattr(doctor, "find_spec", lambda name: None)
    assert not found("kernels").is_well


def test_a_package_that_is_missing_is_to_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def version(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(doctor, "version", version)
    assert "install it again" in str(found("numpy"))
    assert found("pillow").is_well  # which matplotlib brings


@pytest.mark.parametrize(
    ("answer", "is_well", "word"),
    [
        ((True, ""), True, "compiled"),
        ((True, "Recompiled replay\n"), True, "damaged"),
        ((False, "Malformed block\n"), False, "Malformed block"),
    ],
)
def test_stored_kernels_are_tried_where_that_is_asked_for(
    answer: tuple[bool, str],
    is_well: bool,
    word: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("PERCEPTRON_GUI_KERNELS", raising=False)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(doctor, "warm_up", pytest.fail)
    examine(tries_kernels=True)  # where nothing is stored yet, nothing is tried
    (tmp_path / "one.nbc").touch()
    examine()
    monkeypatch.setattr(doctor, "warm_up", lambda: answer)
    tried = next(each for each in examine(tries_kernels=True) if each.what == "kernels")
    assert tried.is_well == is_well
    assert word in tried.found


def test_packages_are_named_as_debian_names_them() -> None:
    libraries = ("libEGL.so.1", "libdbus-1.so.3", "libglib-2.0.so.0", "libgthread-2.0.so.0")
    assert screen.remedy_for(libraries).endswith("install libegl1 libdbus-1-3 libglib2.0-0")


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
