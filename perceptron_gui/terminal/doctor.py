"""The command `doctor`: what the program finds on this machine, and what to do about it."""

from __future__ import annotations

import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from perceptron_gui.base.files import write, write_report
from perceptron_gui.base.resources import VERSION, shipped
from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.runs.warm_up import warm_up

from .screen import SCREENS, missing_libraries, remedy_for

_NEEDED = ("numpy", "PySide6-Essentials", "pyqtgraph", "matplotlib", "python-flint", "typst")
_PACKAGES = (*_NEEDED, "numba", "pillow")
_FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
_FOLDERS = ("datasets", "lessons", "manual")
_LEAST_ROOM = 1 << 20  # bytes on a disk that is not full


@dataclass(frozen=True)
class Symptom:
    """One thing that was looked at: what was found, and what helps if it is not well."""

    what: str
    found: str
    is_well: bool = True
    remedy: str = ""

    def __str__(self) -> str:
        line = f"{'ok  ' if self.is_well else 'look'}  {self.what}: {self.found}"
        return f"{line}; {self.remedy}" if self.remedy and not self.is_well else line


def doctor(target: str | None) -> int:
    """Print what was found, a line each, or write it as JSON to a target."""
    found = examine(tries_kernels=True)
    if target is None:
        write("".join(f"{each}\n" for each in found))
        return 0
    rows = [{"what": each.what, "found": each.found, "ok": each.is_well} for each in found]
    write_report(target, "doctor", {"found": rows})
    return 0


def examine(tries_kernels: bool = False) -> tuple[Symptom, ...]:
    """Look at versions, the screen, fonts, folders and kernels.

    Nothing is changed, unless stored kernels are tried: then damaged ones are replaced.
    """
    return (
        Symptom("program", f"perceptron-gui {VERSION}"),
        Symptom("system", f"{platform.platform()}, Python {platform.python_version()}"),
        *_packages(),
        _screen(),
        *_shipped_files(),
        _folder("settings", _config_folder(), "your choices are forgotten when the program ends"),
        _folder("temporary files", Path(tempfile.gettempdir()), "animations cannot be written"),
        *_kernels(tries_kernels),
    )


def _packages() -> Iterator[Symptom]:
    for name in _PACKAGES:
        try:
            yield Symptom(name, version(name))
        except PackageNotFoundError:
            remedy = "install it again: python3 scripts/run.py, or pip install perceptron-gui"
            yield Symptom(name, "missing", name not in _NEEDED, remedy)


def _screen() -> Symptom:
    chosen = os.environ.get("QT_QPA_PLATFORM", "")
    if missing := missing_libraries():
        return Symptom("screen", f"Qt lacks {', '.join(missing)}", False, remedy_for(missing))
    if chosen:
        return Symptom("screen", f"Qt's platform {chosen}, as QT_QPA_PLATFORM says")
    if sys.platform != "linux":
        return Symptom("screen", "that of the desktop")
    names = [name for name in SCREENS if os.environ.get(name)]
    if names:
        return Symptom("screen", f"{names[0]}={os.environ[names[0]]}")
    remedy = "the window needs a desktop; perceptron-gui run, figure and lab do without"
    return Symptom("screen", "none", False, remedy)


def _shipped_files() -> Iterator[Symptom]:
    wanted = [("fonts", name) for name in _FONTS] + [(name,) for name in _FOLDERS]
    missing = []
    for parts in wanted:
        try:
            shipped(*parts)
        except FileNotFoundError:
            missing.append("/".join(parts))
    found = f"without {', '.join(missing)}" if missing else "fonts, data sets, lessons, manual"
    yield Symptom("files of the program", found, not missing, "install the program again")


def _config_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~")).expanduser()
    if sys.platform == "darwin":
        return Path("~/Library/Preferences").expanduser()
    return Path(os.environ.get("XDG_CONFIG_HOME") or "~/.config").expanduser()


def _folder(what: str, folder: Path, harm: str) -> Symptom:
    """Tell whether a folder, or the nearest one above it that exists, can be written to."""
    near = next((each for each in (folder, *folder.parents) if each.exists()), folder)
    if not os.access(near, os.W_OK):
        remedy = f"else {harm}: allow it, or set another folder"
        return Symptom(what, f"{folder} cannot be written to", False, remedy)
    if shutil.disk_usage(near).free < _LEAST_ROOM:
        remedy = f"else {harm}: make room, or set another folder"
        return Symptom(what, f"{folder} is on a full disk", False, remedy)
    return Symptom(what, f"{folder} can be written to")


def _kernels(tries_them: bool) -> Iterator[Symptom]:
    if os.environ.get("PERCEPTRON_GUI_KERNELS") == "python":
        yield Symptom("kernels", "plain Python, as PERCEPTRON_GUI_KERNELS says")
        return
    if find_spec("numba") is None:
        remedy = "runs are exact but slow; install numba"
        yield Symptom("kernels", "plain Python: numba is missing", False, remedy)
        return
    folder = compiler.cache_base()
    files = [path for path in folder.rglob("*") if path.is_file()] if folder.exists() else []
    size = sum(path.stat().st_size for path in files) / 1e6
    kept = f"compiled, {len(files)} files, {size:.1f} MB" if files else "compiled at the first run"
    can_be_used, wrong = warm_up() if tries_them and files else (True, "")
    if can_be_used:
        yield Symptom("kernels", f"{kept}; damaged ones were compiled anew" if wrong else kept)
    else:
        remedy = "runs are exact but slow; install numba again"
        yield Symptom("kernels", f"they end the program: {wrong.splitlines()[-1]}", False, remedy)
    yield _folder("compiled kernels", folder, "they are compiled anew at every start")
