"""The virtual environment beside pyproject.toml: made, filled, then left alone while it is current.

Standard library only. Progress goes to standard error: standard output is the started program's.
"""

import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn, TextIO

import debian

ROOT = Path(__file__).resolve().parent.parent
EXTRAS = ("", "[test]")  # each includes the ones before it
STAMP = "perceptron-gui.stamp"
UNFINISHED = "unfinished"
LOCK = ".venv.lock"
_LOOK_SECONDS = 0.5  # between two looks at whether another start has ended
NO_BROWSER = "no-browser.stamp"
DOWNLOAD_SECONDS = 120.0


class SetupError(Exception):
    """A step of the set-up failed; the message tells the user what to do."""


def say(text: str) -> None:
    print(f"[perceptron-gui] {text}", file=sys.stderr, flush=True)


def works(
    command: list[str],
    show: bool = False,
    seconds: float | None = None,
    folder: Path | None = None,
) -> bool:
    """Run a command and hide what it prints, but for the end of it where failing is to be shown."""
    sink = sys.stderr if "PERCEPTRON_GUI_VERBOSE" in os.environ else subprocess.PIPE
    streams: dict[str, Any] = {"stdout": sink, "stderr": subprocess.STDOUT}
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, check=False, timeout=seconds, cwd=folder, **streams
        )
    except subprocess.TimeoutExpired:
        return False
    if done.returncode and done.stdout and show:
        print(*done.stdout.decode(errors="replace").splitlines()[-15:], sep="\n", file=sys.stderr)
    return done.returncode == 0


def program(root: Path, name: str) -> Path:
    """Where the environment of a checkout keeps a program."""
    venv = root / ".venv"
    return venv / "Scripts" / f"{name}.exe" if os.name == "nt" else venv / "bin" / name


def python_version(python: Path) -> str:
    """The version of an interpreter; "" when it does not start or is too old for the project."""
    code = "import sys; sys.version_info >= (3, 11) and print(*sys.version_info[:2], sep='.')"
    try:
        done = subprocess.run([python, "-I", "-c", code], capture_output=True, text=True)
    except OSError:
        return ""
    return done.stdout.strip()


def stamp_of(root: Path, extras: str, version: str) -> str:
    """A hash of all that decides what is installed; the folder too, since a checkout can move."""
    digest = hashlib.sha256(repr((str(root), extras, version)).encode())
    for name in ("pyproject.toml", "scripts/constraints.txt"):
        digest.update((root / name).read_bytes())
    return digest.hexdigest()


def is_current(written: str, root: Path, extras: str, version: str) -> bool:
    """Whether a stamp promises these extras, or more than these."""
    return written in [stamp_of(root, more, version) for more in EXTRAS[EXTRAS.index(extras) :]]


def prepare(extras: str, root: Path = ROOT) -> None:
    """Make the environment ready; without pip and network when it is ready already."""
    if not is_ready(root, extras):
        with locked(root):
            if not is_ready(root, extras):  # another start may have been at it
                fill(root, extras)


def is_ready(root: Path, extras: str) -> bool:
    """Whether the environment holds all that these extras need."""
    stamp = root / ".venv" / STAMP
    written = stamp.read_text() if stamp.is_file() else ""
    version = python_version(program(root, "python"))
    installed = version and program(root, "perceptron-gui").is_file()
    return bool(installed) and is_current(written, root, extras, version)


@contextmanager
def locked(root: Path) -> Iterator[None]:
    """Let one start at a time set a checkout up; others wait, and say so."""
    with (root / LOCK).open("w") as file:
        if not take_lock(file, wait=False):
            say("another start is setting this checkout up; waiting for it")
            take_lock(file, wait=True)
        yield  # closing the file gives the lock back, however this ends


def take_lock(file: TextIO, wait: bool) -> bool:
    """Lock a file for this process, or see that another one has it; whether it is locked."""
    while True:
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            if not wait:
                return False
            time.sleep(_LOOK_SECONDS)
        else:
            return True


def fill(root: Path, extras: str) -> None:
    """Make the environment where it is missing or unfinished, and install into it."""
    python, stamp = program(root, "python"), root / ".venv" / STAMP
    written = stamp.read_text() if stamp.is_file() else ""
    version = python_version(python)
    if not version or written == UNFINISHED or not works([str(python), "-m", "pip", "--version"]):
        make_venv(root)
        version = python_version(python)
    stamp.write_text(UNFINISHED)
    try:
        install(str(python), extras, root)
    except SetupError:
        stamp.unlink()  # pip undoes what it could not finish, so an older installation still works
        raise
    stamp.write_text(stamp_of(root, extras, version))


def make_venv(root: Path) -> None:
    """Make an empty environment in place of whatever is there."""
    venv = root / ".venv"
    say(f"making {venv}")
    if importlib.util.find_spec("ensurepip") is None:  # Debian keeps it in a package of its own
        package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        if not apt_install([package]):
            line = debian.install_line([package])
            raise SetupError(f"this Python cannot make environments; on Debian run: {line}")
    if venv.exists():
        shutil.rmtree(venv)
    venv.mkdir()
    (venv / STAMP).write_text(UNFINISHED)
    if not works([sys.executable, "-m", "venv", str(venv)], show=True):
        raise SetupError(f"could not make {venv}")


def install(python: str, extras: str, root: Path) -> None:
    """Install the project for editing, and what it needs at the tested versions."""
    pip = [python, "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    pip += ["-c", "scripts/constraints.txt"]
    say(f"installing perceptron-gui{extras} and what it needs (a few minutes the first time)")
    # The builder stays in the environment, so that installing once more needs no network.
    # The checkout is named from inside: pip would take brackets of its path for extras.
    for wanted in (["hatchling", "editables"], ["--no-build-isolation", "-e", f".{extras}"]):
        if not works([*pip, *wanted], show=True, folder=root):
            hint = "is there a network? It is needed the first time only"
            raise SetupError(f"could not install what perceptron-gui needs; {hint}")


def apt_install(names: list[str]) -> bool:
    """Install Debian packages where that is allowed unasked; whether it worked."""
    prefix = debian.privilege()
    if prefix is None:
        return False
    say(f"installing {' '.join(names)} with apt-get")
    command = [*prefix, *debian.INSTALL, *names]
    # Only a machine that has no package lists yet, or old ones, has to fetch them.
    refresh = [*prefix, "apt-get", "update"]
    return works(command) or (works(refresh) and works(command, show=True))


def provide_libraries(libraries: dict[str, str]) -> None:
    """Install the missing libraries on Linux, or say which line does it, and go on."""
    absent = debian.missing(libraries) if sys.platform == "linux" else []
    names = debian.packages(absent, platform.libc_ver()[1])
    if absent and not apt_install(names):
        line = debian.install_line(names)
        say(f"Qt lacks {', '.join(absent)}; on Debian run: {line}")


def provide_browser(root: Path = ROOT) -> None:
    """Install Debian's chromium once, where that is allowed, for the tests of web pages.

    Without it they are skipped, so whatever goes wrong here is said and nothing more.
    """
    tried = root / ".venv" / NO_BROWSER
    if sys.platform != "linux" or any(map(shutil.which, debian.BROWSERS)) or tried.exists():
        return
    prefix = debian.privilege() if debian.is_debian() else None
    if prefix is not None and install_browser(prefix):
        return
    say("there is no chromium here: the tests of web pages in a browser are skipped")
    tried.touch()  # so that later runs do not try again


def install_browser(prefix: list[str]) -> bool:
    """Download chromium, which may be given up at any time, and only then install it."""
    say("installing chromium with apt-get")
    install = [*prefix, *debian.INSTALL, *debian.HASTY]
    download = [*install, "--download-only", debian.BROWSERS[0]]
    refresh = [*prefix, "apt-get", "update", *debian.HASTY]
    is_here = works(download, seconds=DOWNLOAD_SECONDS) or (
        works(refresh, seconds=DOWNLOAD_SECONDS) and works(download, seconds=DOWNLOAD_SECONDS)
    )
    return is_here and works([*install, "--no-download", debian.BROWSERS[0]])


def finish(main: Callable[[], int]) -> NoReturn:
    """Exit with what a script returns, or with a line on what stopped it."""
    try:
        sys.exit(main())
    except (SetupError, OSError) as error:
        say(str(error))
        sys.exit(1)
    except KeyboardInterrupt:
        say("interrupted")
        sys.exit(130)
