"""What scripts/bundle.py decides; nothing here builds, installs or needs a network.

What was built is tried by hand with scripts/bundle.py --check.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
import zipfile
from configparser import ConfigParser
from importlib.util import find_spec
from itertools import product
from pathlib import Path

import pytest

from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.document.model.session import Session, write_session
from perceptron_gui.export.formats.formats import FORMATS

from .package import ROOT, trees
from .test_layers import imports_of

sys.path.insert(0, str(ROOT / "scripts"))
try:
    import bundle
    import debian
    import environment
    from bundling import application, check, install, installer
finally:  # scripts/test.py must not hide Python's own module from other tests
    sys.path.remove(str(ROOT / "scripts"))

POSIX = pytest.mark.skipif(os.name == "nt", reason="a script for Linux desktops")


def test_every_system_gets_the_tested_version_of_all_that_the_program_needs() -> None:
    direct = {"numpy", "numba", "pyside6-essentials", "pyqtgraph", "matplotlib", "python-flint"}
    direct |= {"typst", "llvmlite", "shiboken6", "pillow", "contourpy"}
    for target, python in product(installer.TARGETS.values(), ("3.11", "3.14")):
        names = {wheel.partition("==")[0] for wheel in installer.wheels_of(target, python)}
        assert direct <= names
        assert not {"pytest", "scipy", "scikit-learn", "ruff", "pyinstaller"} & names


def test_what_has_no_wheel_on_a_system_is_not_asked_for_there() -> None:
    intel = {"sys_platform": "darwin", "platform_machine": "x86_64"}
    markers = installer.TARGETS["macos"].markers("3.12") | intel
    assert "numba" not in installer.needed(markers)
    assert "numba" in installer.needed(installer.TARGETS["macos"].markers("3.12"))
    assert "colorama" in installer.needed(installer.TARGETS["windows"].markers("3.12"), "pytest")


def test_constraints_name_exact_versions_once() -> None:
    text = installer.CONSTRAINTS.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert len(installer.pins(text)) == len(lines)


KEPT = (
    "PySide6/Qt/lib/libQt6Widgets.so.6",
    "PySide6/Qt/plugins/platforms/libqxcb.so",
    "PySide6\\plugins\\platforms\\qwindows.dll",
    "matplotlib/mpl-data/fonts/ttf/DejaVuSans.ttf",
    "perceptron_gui/_resources/fonts/DejaVuSans.ttf",
    "perceptron_gui/export/script/parts/common.txt",
)
LEFT_OUT = (
    "PySide6/Qt/lib/libQt6Quick.so.6",
    "PySide6\\Qt6Qml.dll",
    "PySide6/Qt/plugins/platforms/libqvnc.so",
    "PySide6/Qt/plugins/platformthemes/libqgtk3.so",
    "PySide6/Qt/plugins/sqldrivers/libqsqlite.so",
    "PySide6/Qt/translations/qt_de.qm",
    "matplotlib/mpl-data/sample_data/goog.npz",
    "numpy/tests/data.npy",
    "perceptron_gui/_resources/gallery/and-norms.png",
)


def test_only_what_is_used_goes_into_the_application_and_no_link_to_the_rest() -> None:
    assert [path for path in (*KEPT, *LEFT_OUT) if application.is_kept(path)] == [*KEPT]
    names = ("libQt6Network.so.6", "libQt6Core.so.6")
    rows = [(name, f"PySide6/Qt/lib/{name}", "SYMLINK") for name in names]
    assert application.kept(rows) == rows[1:]


def test_no_module_that_is_left_out_is_imported_by_the_program() -> None:
    names = [found.name for file, tree in trees().items() for found in imports_of(tree, file)]
    left_out = tuple(f"{left}." for left in application.EXCLUDED)
    assert [name for name in names if f"{name}.".startswith(left_out)] == []


ABSENT = """
import sys
from importlib.abc import MetaPathFinder

class Absent(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if any(name == left or name.startswith(left + ".") for left in sys.argv[1].split()):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Absent())
from perceptron_gui.cli import main
from perceptron_gui.core.kernels import compiler
assert compiler.load()
for ending in sys.argv[2].split():
    assert main(["figure", "boundary", "and", "--out", f"and.{ending}"]) == 0
from perceptron_gui.app import create_window
window = create_window()
window.show()
window.program.close()
"""


@pytest.mark.program
@pytest.mark.slow
def test_the_program_does_all_without_what_is_left_out(tmp_path: Path) -> None:
    assert set(check.FIGURES) <= set(FORMATS)
    words = [" ".join(application.EXCLUDED), " ".join(check.FIGURES)]
    own = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(tmp_path))
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    variables = {**os.environ, **own, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": path}
    command = [sys.executable, "-W", "error::UserWarning", "-c", ABSENT, *words]
    subprocess.run(command, cwd=tmp_path, env=variables, check=True)
    assert {path.suffix[1:] for path in tmp_path.glob("and.*")} == set(check.FIGURES)


def test_what_is_named_for_the_application_exists() -> None:
    assert all(find_spec(name) for name in application.HIDDEN)
    spec = (ROOT / "scripts/bundling/perceptron-gui.spec").read_text(encoding="utf-8")
    used = set(re.findall(r"\bapplication\.(\w+)", spec)) - {"py"}
    assert used and all(hasattr(application, name) for name in used)
    lacking = set(application.HIDDEN) - set(application.hidden(application.COMPILERS))
    assert lacking == {"numba._devicearray"}  # of a compiler that stays out


def test_windows_has_a_program_for_the_desktop_and_one_for_the_terminal() -> None:
    assert application.programs("linux") == [("perceptron-gui", True)]
    assert application.programs("win32") == [("Perceptron", False), ("perceptron-gui", True)]
    assert application.programs("darwin") == [("perceptron-gui", False)]


def test_the_file_type_of_sessions_is_known_by_how_they_begin() -> None:
    tree = ElementTree.parse(application.SHARE / "perceptron-gui.xml")
    (match,) = tree.iterfind(".//{*}match")
    first, last = (int(part) for part in match.attrib["offset"].split(":"))
    place = write_session(Session(make(LIBRARY["and"]))).find(match.attrib["value"])
    assert first <= place <= last


@pytest.mark.program
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux desktops read these files")
def test_desktops_tell_sessions_from_other_json(tmp_path: Path) -> None:
    packages = tmp_path / "mime" / "packages"
    packages.mkdir(parents=True)
    (packages / "perceptron-gui.xml").write_bytes(
        (application.SHARE / "perceptron-gui.xml").read_bytes()
    )
    session, other = tmp_path / "session.json", tmp_path / "other.json"
    session.write_text(write_session(Session(make(LIBRARY["and"]))), encoding="utf-8")
    other.write_text('{"format": "another"}\n', encoding="utf-8")
    code = (
        "import sys; from PySide6.QtCore import QMimeDatabase\n"
        "print(*(QMimeDatabase().mimeTypeForFile(name).name() for name in sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, str(session), str(other)]
    # The list of types that the machine has plays no part.
    variables = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "XDG_DATA_DIRS": str(tmp_path)}
    told = subprocess.run(command, env=variables, capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["application/x-perceptron-session", "application/json"]


@pytest.mark.program
@POSIX
def test_the_desktop_gets_entry_icon_and_file_type_and_loses_them_again(tmp_path: Path) -> None:
    folder, home = tmp_path / 'my $5 "folder"', tmp_path / "home"
    folder.mkdir()
    application.add_desktop(folder)
    (folder / "perceptron-gui.png").touch()
    script = ["sh", str(folder / "desktop.sh")]
    variables = {"HOME": str(home), "PATH": "/usr/bin:/bin"}
    absent = subprocess.run(script, env=variables, capture_output=True, text=True)
    assert absent.returncode == 1
    assert "there is no program" in absent.stderr
    program = folder / "perceptron-gui"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    subprocess.run(script, env=variables, check=True)
    parser = ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(home / ".local/share/applications/perceptron-gui.desktop", encoding="utf-8")
    entry = parser["Desktop Entry"]
    quoted = str(program).replace('"', r"\\" + '"').replace("$", r"\\$")
    assert entry["Exec"] == f'"{quoted}" %f'
    assert entry["MimeType"] == "application/x-perceptron-session;"
    written = {path.name for path in home.rglob("perceptron-gui.*")}
    assert written == {f"perceptron-gui.{ending}" for ending in ("desktop", "xml", "png")}
    subprocess.run([*script, "--remove"], env=variables, check=True)
    assert not list(home.rglob("perceptron-gui.*"))


def test_the_installer_has_all_wheels_and_says_how_to_use_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def download(command: list[str], check: bool) -> None:
        asked.extend(command)
        (Path(command[command.index("--dest") + 1]) / "numpy-2-cp312-cp312-win_amd64.whl").touch()

    monkeypatch.setattr(application, "WORK", tmp_path)
    monkeypatch.setattr(subprocess, "run", download)
    Path(application.icon()).touch()
    wheel = tmp_path / "perceptron_gui-0.1.0-py3-none-any.whl"
    wheel.touch()
    target = installer.TARGETS["windows"]
    packed = installer.build("python", wheel, target, "3.12", tmp_path / "out")
    assert packed.name == f"perceptron-gui-{application.version()}-offline-windows-py312.zip"
    with zipfile.ZipFile(packed) as archive:
        names = {name.partition("/")[2] for name in archive.namelist()}
        text = archive.read(f"{packed.stem}/README.txt").decode()
    assert {"install.py", "README.txt", f"wheels/{wheel.name}"} <= names
    assert "desktop.sh" not in names
    assert "py -3.12 install.py" in text
    assert {"--only-binary=:all:", "win_amd64", "pip"} <= set(asked)
    assert any(word.startswith("numba==") for word in asked)


def test_the_installer_refuses_another_python_and_a_strange_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(install, "WHEELS", tmp_path)
    assert install.python_of_wheels(["PySide6-6-cp39-abi3-win_amd64.whl"]) == ""  # for any later
    (tmp_path / "numpy-2-cp39-cp39-linux_x86_64.whl").touch()
    with pytest.raises(SystemExit, match=r"are for Python 3\.9, this is"):
        install.install(tmp_path / "new")
    next(tmp_path.glob("*.whl")).unlink()
    kept = tmp_path / "mine" / "letters.txt"
    kept.parent.mkdir()
    kept.touch()
    with pytest.raises(SystemExit, match="name another folder"):
        install.install(kept.parent)
    assert kept.exists()


@pytest.mark.program
@POSIX
def test_the_installer_says_what_the_machine_lacks(tmp_path: Path) -> None:
    program = tmp_path / "perceptron-gui"
    told = "echo 'ok    numpy: 2'; echo 'look  screen: Qt lacks libxcb; install it'"
    program.write_text(f'#!/bin/sh\n[ "$1" = doctor ] && {{ {told}; }}\n', encoding="utf-8")
    program.chmod(0o755)
    assert install.lacking(program) == ["screen: Qt lacks libxcb; install it"]
    program.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    assert install.lacking(program) == []


def test_no_application_is_built_that_would_open_no_window(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, str]] = []
    monkeypatch.setattr(environment, "provide_libraries", asked.append)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(debian, "missing", lambda libraries: ["libxcb-icccm.so.4"])
    with pytest.raises(environment.SetupError, match=r"no window without libxcb-icccm\.so\.4"):
        bundle.provide_libraries()
    monkeypatch.setattr(debian, "missing", lambda libraries: [])
    bundle.provide_libraries()
    assert asked == [debian.WINDOW, debian.WINDOW]


def test_the_application_is_packed_with_its_rights(tmp_path: Path) -> None:
    folder = tmp_path / "perceptron-gui-1"
    (folder / "_internal").mkdir(parents=True)
    (folder / "perceptron-gui").write_bytes(b"program")
    (folder / "perceptron-gui").chmod(0o755)
    packed = application.pack(folder, tmp_path / "out")
    place = tmp_path / "elsewhere"
    place.mkdir()
    program = check.unpacked(packed, place) if os.name != "nt" else folder / "perceptron-gui"
    assert program.read_bytes() == b"program"
    assert os.access(program, os.X_OK)
    assert application.size_of(folder) == len(b"program")
