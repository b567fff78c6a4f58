"""The standalone application: what goes into it, what stays out, and how it is packed."""

from __future__ import annotations

import compileall
import os
import platform
import py_compile
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterable
from fnmatch import fnmatch
from pathlib import Path, PurePath, PurePosixPath
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SHARE = Path(__file__).resolve().parent / "share"
NAME = "perceptron-gui"
PACKAGE = "perceptron_gui"
WORK = ROOT / "build" / "bundle"
# Told to the spec, which takes no options.
WITHOUT_KERNELS = "PERCEPTRON_GUI_BUNDLE_WITHOUT_KERNELS"

# Modules that are imported by name only, or by compiled code.
HIDDEN = (
    "matplotlib.backends.backend_pdf",
    "matplotlib.backends.backend_svg",
    "PySide6.QtOpenGL",
    "PySide6.QtOpenGLWidgets",
    "numba._devicearray",
)
# Modules that libraries can do without, and the program never asks for.
EXCLUDED = (
    "tkinter",
    "IPython",
    "curses",
    "readline",
    "sqlite3",
    "ssl",
    "_ssl",
    "_hashlib",
    "PIL._avif",
    "PIL._imagingtk",
    "setuptools",
    "pip",
    "matplotlib.tests",
    "matplotlib.testing",
    "numpy.f2py",
    "numpy.tests",
    "numba.tests",
    "numba.cuda",
    "numba.np.ufunc.omppool",
    "numba.np.ufunc.tbbpool",
    "llvmlite.tests",
    "flint.test",
    "pyqtgraph.examples",
    "pyqtgraph.opengl",
    "pyqtgraph.flowchart",
    "pyqtgraph.console",
    "PySide6.QtNetwork",
    "PySide6.QtPrintSupport",
    "PySide6.QtQml",
    "PySide6.QtQuick",
    "PySide6.QtSql",
)
COMPILERS = ("numba", "llvmlite")
# Files of libraries that are not used: patterns of their paths in the application.
LEFT_OUT = (
    "PySide6/Qt/translations/*",
    "PySide6/Qt/qml/*",
    "PySide6/*Qt6Qml*",
    "PySide6/*Qt6Quick*",
    "PySide6/*Qt6VirtualKeyboard*",
    "PySide6/*Qt6Pdf*",
    "PySide6/*Qt6Network*",
    "PySide6/*Qt6EglF*",
    "PySide6/plugins/*",  # Windows has them here
    "PySide6/Qt/plugins/*",
    "matplotlib/mpl-data/sample_data/*",
    "matplotlib/mpl-data/images/*",
    "matplotlib/mpl-data/fonts/afm/*",
    "matplotlib/mpl-data/fonts/pdfcorefonts/*",
    "*/tests/*",
    "perceptron_gui/_resources/gallery/*",
    "perceptron_gui/_resources/screenshots/*",
)
# Those plugins of Qt that a window needs on any desktop: screens, letters typed, themes, pictures.
PLUGINS = (
    "platforms/*qxcb*",
    "platforms/*qwayland*",
    "platforms/*qoffscreen*",
    "platforms/*qwindows*",
    "platforms/*qcocoa*",
    "platforminputcontexts/*compose*",
    "platforminputcontexts/*ibus*",
    "platformthemes/*qxdgdesktopportal*",  # not GTK's, which brings all of GTK with it
    "xcbglintegrations/*",
    "wayland-*/*",
    "styles/*",
    "iconengines/*",
    "imageformats/*qgif*",
    "imageformats/*qico*",
    "imageformats/*qjpeg*",
    "imageformats/*qsvg*",
)
# PyInstaller gives matplotlib a new folder at every start, in which it lists all fonts anew, for
# applications that are unpacked elsewhere each time. This one stays where it is.
NO_HOOKS = ("pyi_rth_mplconfig",)
# Libraries that come with what only a debugger reads.
STRIPPED = ("libpython*", "python3.*/lib-dynload/*.so", "kiwisolver/*.so")
Rows = list[tuple[str, str, str]]  # PyInstaller's: where a file goes, where it is, its kind


def is_kept(path: str) -> bool:
    """Whether a file of a library goes into the application, by its path there."""
    place = PurePosixPath(path.replace("\\", "/"))
    if "plugins" in place.parts and place.parts[0] == "PySide6":
        plugin = "/".join(place.parts[place.parts.index("plugins") + 1 :])
        return any(fnmatch(plugin, pattern) for pattern in PLUGINS)
    return not any(fnmatch(place.as_posix(), pattern) for pattern in LEFT_OUT)


def kept(files: Rows) -> Rows:
    """PyInstaller's list of files without those that are not used, and without links to them."""
    return [row for row in files if is_kept(row[1] if row[2] == "SYMLINK" else row[0])]


def scripts(rows: Rows) -> Rows:
    """PyInstaller's list of what runs at the start, without what does harm here."""
    return [row for row in rows if row[0] not in NO_HOOKS]


def without_orphans(binaries: Rows, imports: Callable[[str], Iterable[str]]) -> Rows:
    """Binaries without the system's libraries that only those left out have asked for.

    Libraries of the system lie at the top of the application, what Python imports in its folders.
    """
    on_top = {name: path for name, path, _ in binaries if len(PurePath(name).parts) == 1}
    reached = {name for name, _, kind in binaries if kind == "EXTENSION" or "python3" in name}
    waiting = [path for name, path, _ in binaries if name not in on_top or name in reached]
    while waiting:
        for name in imports(waiting.pop()):
            if name in on_top and name not in reached:
                reached.add(name)
                waiting.append(on_top[name])
    return [row for row in binaries if row[0] not in on_top or row[0] in reached]


def imported_libraries(path: str) -> list[str]:
    """The names of the libraries that a binary asks for."""
    from PyInstaller.depend.bindepend import get_imports

    return [Path(name).name for name, _ in get_imports(path)]


def programs(system: str) -> list[tuple[str, bool]]:
    """The programs to make, and whether each has a terminal; Windows has one for either use."""
    window = [("Perceptron", False)] if system == "win32" else []
    return [*window, (NAME, system != "darwin")]


def hidden(without: Iterable[str]) -> list[str]:
    """The modules to name, but for those of packages that stay out."""
    return [name for name in HIDDEN if name.partition(".")[0] not in without]


def analysis() -> dict[str, Any]:
    """What PyInstaller is to follow and to collect."""
    from PyInstaller.utils.hooks import collect_data_files, collect_submodules, copy_metadata

    without = COMPILERS if os.environ.get(WITHOUT_KERNELS) else ()
    metadata = (
        "numpy", "matplotlib", "pillow", "PySide6-Essentials", "pyqtgraph", "python-flint", "typst",
        "numba",
    )  # fmt: skip
    # The compiled modules of flint import each other, which PyInstaller does not see.
    flint = collect_submodules("flint", filter=lambda name: not name.startswith("flint.test"))
    return {
        "hiddenimports": [*hidden(without), *flint, *collect_submodules(PACKAGE)],
        "excludes": [*EXCLUDED, *without],
        "datas": [
            *collect_data_files(PACKAGE),
            *(each for name in metadata if name not in without for each in copy_metadata(name)),
        ],
        # The program's own modules stay files, as in a wheel: the compiler reads their text.
        "module_collection_mode": {PACKAGE: "py"},
    }


def icon() -> str:
    """The picture of the program, drawn by `draw_icon`."""
    return str(WORK / f"{NAME}.png")


def version() -> str:
    """The version of the project."""
    text = (ROOT / PACKAGE / "base" / "resources.py").read_text(encoding="utf-8")
    found = re.search(r'^VERSION = "(.+)"$', text, re.MULTILINE)
    assert found is not None, "the version stands in base/resources.py"
    return found[1]


def draw_icon(python: str) -> None:
    """Let the program draw its own icon, as large as desktops want it."""
    code = (
        "import sys; from PySide6.QtGui import QGuiApplication; app = QGuiApplication([])\n"
        "from perceptron_gui.views.widgets.icons import application_icon\n"
        "sys.exit(not application_icon().pixmap(256).save(sys.argv[1]))"
    )
    variables = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": ""}
    subprocess.run([python, "-c", code, icon()], check=True, env=variables, cwd=WORK)


def build(python: str, out: Path, with_kernels: bool = True) -> Path:
    """Build the application from what is installed beside `python`, and pack it."""
    draw_icon(python)
    spec = str(Path(__file__).with_name("perceptron-gui.spec"))
    places = ["--distpath", str(WORK / "made"), "--workpath", str(WORK / "work")]
    variables = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    variables |= {} if with_kernels else {WITHOUT_KERNELS: "1"}
    command = [python, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    # Not from the checkout, whose package would be taken for the installed one.
    subprocess.run([*command, *places, spec], check=True, env=variables, cwd=WORK)
    made = WORK / "made" / NAME
    precompile(made)
    strip(made)
    named = made.with_name(folder_name(with_kernels))
    shutil.rmtree(named, ignore_errors=True)
    made.rename(named)
    finish(named)
    return pack(named, out)


def folder_name(with_kernels: bool = True) -> str:
    """The name of the application's folder: program, version, system, processor."""
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
    parts = [NAME, version(), system, platform.machine().lower()]
    return "-".join(parts if with_kernels else [*parts, "small"])


def precompile(made: Path) -> None:
    """Compile the program's modules beside their text, once for all users and for ever valid."""
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    (package,) = made.rglob(PACKAGE)
    if not compileall.compile_dir(package, quiet=1, stripdir=made, invalidation_mode=mode):
        raise RuntimeError("the program's modules could not be compiled")


def strip(made: Path) -> None:
    """Take what debuggers read out of some libraries, where there is a tool for it."""
    if sys.platform == "linux" and shutil.which("strip"):
        libraries = [str(path) for name in STRIPPED for path in (made / "_internal").glob(name)]
        subprocess.run(["strip", "--strip-unneeded", *libraries], check=True)


def finish(folder: Path) -> None:
    """Put what a desktop needs beside the program: icon, entry, file type, and how to use them."""
    shutil.copy(icon(), folder)
    (folder / "README.txt").write_bytes((SHARE / "application.txt").read_bytes())
    if sys.platform == "linux":
        add_desktop(folder)


def add_desktop(folder: Path) -> None:
    """Put the entry for Linux desktops, the file type of sessions and their script in a folder."""
    for name in (f"{NAME}.desktop", f"{NAME}.xml", "desktop.sh"):
        shutil.copy(SHARE / name, folder)
    (folder / "desktop.sh").chmod(0o755)


def pack(folder: Path, out: Path) -> Path:
    """Pack a folder: Windows opens .zip by itself, others keep rights and links in .tar.gz."""
    out.mkdir(parents=True, exist_ok=True)
    if sys.platform != "win32":
        packed = out / f"{folder.name}.tar.gz"
        with tarfile.open(packed, "w:gz", compresslevel=6) as tar:
            tar.add(folder, folder.name)
        return packed
    packed = out / f"{folder.name}.zip"
    write_zip(folder, packed)
    return packed


def write_zip(folder: Path, packed: Path) -> None:
    """Write a folder and all below it into a zip file, under the folder's own name."""
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            archive.write(path, Path(folder.name) / path.relative_to(folder))


def size_of(folder: Path) -> int:
    """How many bytes the files of a folder take."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())
