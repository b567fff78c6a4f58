"""Whether the window can be opened on this machine, and what to do where it cannot. No Qt."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from perceptron_gui.base.errors import UsageError

SCREENS = ("WAYLAND_DISPLAY", "DISPLAY")  # what names the screen on Linux; Qt asks in this order
# The one package that Qt needs which is not named after its libraries.
_GLIB = "libglib2.0-0"
_OF_GLIB = ("libglib-2.0.so.0", "libgthread-2.0.so.0")
_PLATFORM = "QT_QPA_PLATFORM"  # chooses what Qt draws on, which may be no screen at all


def check_screen(data: str) -> None:
    """Raise an error where no window can be opened; with these data something else can be done."""
    if sys.platform == "linux" and not any(map(os.environ.get, (*SCREENS, _PLATFORM))):
        raise UsageError(f"there is no screen to open a window on; try: perceptron-gui run {data}")
    if missing := missing_libraries():
        lacking = f"the window cannot be opened: Qt lacks {', '.join(missing)}"
        raise UsageError(f"{lacking}; {remedy_for(missing)}")


def why_no_qt(error: ImportError) -> str:
    """Say why Qt cannot be imported: on Linux the error names a library of the system."""
    found = re.match(r"(\S+\.so[.\d]*): cannot open", str(error))
    if found is None:
        return f"the window cannot be opened ({error}); install the program again"
    return f"the window cannot be opened: Qt lacks {found[1]}; {remedy_for((found[1],))}"


def missing_libraries() -> tuple[str, ...]:
    """Return what Qt lacks of the system to open a window under X11, where that is to be used.

    Qt itself would name another library, and then abort the program.
    """
    plugin = _x11_plugin()
    if plugin is None:
        return ()
    import ctypes

    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        import subprocess  # which takes long, and is hardly ever needed

        # The dynamic linker lists all that it misses, the error the first one.
        with suppress(OSError):
            told = subprocess.run(["ldd", str(plugin)], capture_output=True, encoding="utf-8")
            if missing := set(re.findall(r"(\S+) => not found", told.stdout)):
                return tuple(sorted(missing))
        return (str(error).partition(":")[0],)
    return ()


def _x11_plugin() -> Path | None:
    """Return what Qt loads to draw under X11, or None where it will draw on something else."""
    wayland, display = map(os.environ.get, SCREENS)
    chosen = os.environ.get(_PLATFORM) or ("xcb" if display and not wayland else "")
    qt = find_spec("PySide6")
    if sys.platform != "linux" or not chosen.startswith("xcb") or qt is None or qt.origin is None:
        return None
    plugin = Path(qt.origin).parent / "Qt" / "plugins" / "platforms" / "libqxcb.so"
    return plugin if plugin.is_file() else None


def remedy_for(libraries: tuple[str, ...]) -> str:
    """Say how missing libraries of the system are installed."""
    packages = []
    for library in libraries:  # libxcb-icccm.so.4 is in libxcb-icccm4, as Debian's rule is
        name, _, number = library.lower().partition(".so.")
        package = f"{name}{'-' if name[-1:].isdigit() else ''}{number}"
        packages.append(_GLIB if library in _OF_GLIB else package)
    wanted = " ".join(dict.fromkeys(packages))
    return f"install what is missing; on Debian and Ubuntu: sudo apt-get install {wanted}"
