"""What the system lacks on Linux, libraries and a browser, and whether apt-get may be used."""

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable

# Library to Debian package. Qt needs the first group everywhere, the others for a window.
OFFSCREEN = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
}
WINDOW = OFFSCREEN | {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
}
INSTALL = ["apt-get", "install", "-y", "--no-install-recommends"]
# A machine that reaches no mirror is to say so soon.
HASTY = ["-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=10"]
BROWSERS = ("chromium", "chromium-browser")


def loads(library: str) -> bool:
    """Whether the dynamic linker finds a library, however it came to this machine."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def missing(libraries: Iterable[str], probe: Callable[[str], bool] = loads) -> list[str]:
    """The libraries that cannot be loaded."""
    return [library for library in libraries if not probe(library)]


def packages(libraries: Iterable[str], libc: str) -> list[str]:
    """The packages that hold the libraries, as named by the release that has this glibc."""
    # Ubuntu 24.04 and Debian 13 renamed glib; they and their derivatives have glibc 2.39 or newer.
    renamed = [int(part) for part in libc.split(".") if part.isdigit()] >= [2, 39]
    names = [WINDOW[library] for library in libraries]
    return [name + "t64" if renamed and name == "libglib2.0-0" else name for name in names]


def install_line(names: Iterable[str]) -> str:
    """What a person types to install packages."""
    return " ".join(["sudo", *INSTALL, *names])


def privilege() -> list[str] | None:
    """What goes before apt-get so that it installs unasked; None where it cannot."""
    if sys.platform == "win32" or shutil.which("apt-get") is None:
        return None
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") is None:
        return None
    refused = subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode
    return None if refused else ["sudo", "-n"]


def is_debian(release: str = "/etc/os-release") -> bool:
    """Whether this is Debian itself; elsewhere the package chromium may be something else."""
    try:
        with open(release, encoding="utf-8") as file:  # noqa: PTH123 - as light as can be
            return "ID=debian" in file.read().splitlines()
    except OSError:
        return False
