"""What was built, tried as on a new machine: an empty home, no network, no Python of ours.

Everything runs in a network namespace without interfaces. The window opens on a virtual screen and
gets real keys; in the terminal the same program trains, writes figures and reads them again.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import debian
import environment

from bundling import application, installer

# What a file of each kind begins with.
FIGURES = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF", "gif": b"GIF8", "tex": b"%"}
TOOLS = {"Xvfb": "xvfb", "openbox": "openbox", "xdotool": "xdotool", "unshare": "util-linux"}
_CLOSING_S = 3.0  # until a window is asked again
_PATIENCE_S = 120.0  # for anything at all, on a busy machine
_LOOK_S = 0.1
_SETTLE_S = 2.0  # after which a window that has come takes keys
_KEY_S = 0.5
_PLAY_S = 3.0
_COMPILED = ".cache/perceptron-gui/kernels/*/*/*.nbc"


class CheckError(Exception):
    """Something that was built does not do what it should."""


def main(out: Path, parts: list[str]) -> int:
    """Try the parts in a folder; 1 where one fails."""
    if sys.platform != "linux":
        raise environment.SetupError("what was built can be checked on Linux only")
    if missing := [package for tool, package in TOOLS.items() if not shutil.which(tool)]:
        environment.apt_install(missing)
    if interfaces():
        if "installer" in parts:  # it leaves them to the system; the application brings its own
            environment.provide_libraries(debian.WINDOW)
        rights = [] if os.geteuid() == 0 else ["--map-root-user"]
        cut = ["unshare", "--net", *rights, sys.executable]
        script = application.ROOT / "scripts" / "bundle.py"
        return subprocess.call([*cut, str(script), *parts, "--check", "--out", str(out)])
    built = [path for part in parts for path in artifacts(part, out)]
    if not built:
        raise environment.SetupError(f"there is nothing to check in {out}; build it first")
    return max(map(try_one, built))


def interfaces(table: Path = Path("/proc/net/dev")) -> list[str]:
    """The network interfaces of this process, but the one to itself."""
    rows = table.read_text(encoding="ascii").splitlines()[2:]
    return [name for row in rows if (name := row.partition(":")[0].strip()) != "lo"]


def artifacts(part: str, out: Path) -> list[Path]:
    """What was built of a part for this system, for the Python that runs this."""
    if part == "application":
        names = [application.folder_name(), application.folder_name(with_kernels=False)]
        return [path for name in names if (path := out / f"{name}.tar.gz").is_file()]
    python = "py{}{}".format(*sys.version_info[:2])
    return sorted(out.glob(f"{installer.PROJECT}-*-offline-{installer.this_target()}-{python}.zip"))


def try_one(packed: Path) -> int:
    """Unpack or install something that was built, and use it."""
    print(f"{packed.name}: {packed.stat().st_size / 1e6:.0f} MB", flush=True)
    with tempfile.TemporaryDirectory(prefix="perceptron gui ") as name:  # a space is no problem
        place = Path(name)
        try:
            unpack = unpacked if packed.suffix == ".gz" else installed
            trial = Trial(unpack(packed, place), place)
            trial.use()
            with virtual_screen(trial.variables) as display:
                trial.use_window(display)
        except CheckError as error:
            print(f"FAILED: {error}")
            return 1
    return 0


def unpacked(packed: Path, place: Path) -> Path:
    """Unpack the application; returns its program."""
    with tarfile.open(packed) as tar:
        tar.extractall(place, filter="data")
    (folder,) = (path for path in place.iterdir() if path.is_dir())
    print(f"  unpacked: {application.size_of(folder) / 1e6:.0f} MB", flush=True)
    return folder / application.NAME


def installed(packed: Path, place: Path) -> Path:
    """Unpack the installer and let it install; returns the program."""
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(place)
    (folder,) = (path for path in place.iterdir() if path.is_dir())
    target, home = place / "installed here", place / "home"
    home.mkdir()
    command = [sys.executable, str(folder / "install.py"), str(target)]
    done = subprocess.run(command, env=variables_of(home), capture_output=True, text=True)
    if done.returncode:
        raise CheckError(f"install.py says {done.stderr.strip() or done.stdout.strip()}")
    entry = home / ".local/share/applications/perceptron-gui.desktop"
    if str(target) not in entry.read_text(encoding="utf-8"):
        raise CheckError("the program is not in the menu of the desktop")
    print(f"  installed: {application.size_of(target) / 1e6:.0f} MB", flush=True)
    return target / "bin" / "perceptron-gui"


def variables_of(home: Path) -> dict[str, str]:
    """The environment of a new user: a home, and where the system's programs are."""
    return {"HOME": str(home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}


class Trial:
    """A program in use, by a new user in an empty home."""

    def __init__(self, program: Path, place: Path) -> None:
        self._program = program
        self._home = place / "home"
        self._home.mkdir(exist_ok=True)
        self._folder = place / "files"
        self._folder.mkdir()
        self.variables = variables_of(self._home)
        self._is_compiled = True

    def use(self) -> None:
        """Train, write every kind of figure and open each again, all in the terminal."""
        self._step("starts", lambda: self._call("--version"))
        found = self._call("doctor", code=None)
        self._is_compiled = "numba: missing" not in found
        for line in found.splitlines():
            is_known = "screen" in line or ("kernels" in line and not self._is_compiled)
            if line.startswith("look") and not is_known:
                raise CheckError(f"doctor says {line}")
            if "kernels:" in line:
                print(f"  {line}", flush=True)
        trained = self._step("trains", lambda: self._outcome("and"))
        if self._outcome("xor")["status"] != "cycle":
            raise CheckError("XOR is not found to cycle")
        self._step("solves many equations exactly", self._solve_many)
        for ending, signature in FIGURES.items():
            name = f"and.{ending}"
            write = partial(self._call, "figure", "boundary", "and", "--out", name)
            self._step(f"writes {name}", write)
            written = self._folder / name
            if not written.read_bytes().startswith(signature):
                raise CheckError(f"{name} is no {ending.upper()}")
            if self._outcome(name) != trained:
                raise CheckError(f"{name} opens as another run")
        if not list(self._home.rglob("fontlist*.json")):
            raise CheckError("the list of fonts is made anew at every start")

    def _solve_many(self) -> None:
        """Ask for a margin that 40 points decide, each on an axis of its own: γ² = 1/40."""
        rows = [[*(int(i == j) for j in range(40)), (-1) ** i] for i in range(40)]
        lines = [",".join(map(str, row)) for row in rows]
        (self._folder / "axes.csv").write_text("\n".join(lines), encoding="ascii")
        answer = json.loads(self._call("check", "axes.csv", "--no-offset", "--json", "-"))
        if answer.get("margin_squared_exact") != "1/40":
            raise CheckError(f"the margin of 40 points is {answer.get('margin_squared')}")

    def use_window(self, display: str) -> None:
        """Open the window, play, export and quit with keys; then open each figure in it."""
        self.variables["DISPLAY"] = display
        with self._window("xor") as press:
            press("space")
            time.sleep(_PLAY_S)
            press("space")
            press("ctrl+shift+e")
            exported = self._step("plays and exports", lambda: self._awaited_file("xor-*"))
            if self._is_compiled:
                self._step("kernels are compiled", lambda: self._awaited_file(_COMPILED))
        words = self._call("figure", "boundary", str(exported), "--out", "again.csv")
        played = re.search(r"after visit (\d+)", words)
        if played is None or int(played[1]) == 0:
            raise CheckError(f"the window did not play: {words.strip()}")
        for ending in FIGURES:
            with self._window(f"and.{ending}"):
                pass

    def _step(self, what: str, act: Callable[[], Any]) -> Any:
        began = time.monotonic()
        found = act()
        print(f"  ok  {what} ({time.monotonic() - began:.1f} s)", flush=True)
        return found

    def _call(self, *words: str, code: int | None = 0) -> str:
        done = subprocess.run(
            [str(self._program), *words],
            cwd=self._folder,
            env=self.variables,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=_PATIENCE_S,
        )
        if code is not None and done.returncode != code:
            raise CheckError(f"{' '.join(words)} ended with {done.returncode}: {done.stderr}")
        return done.stdout

    def _outcome(self, data: str) -> dict[str, Any]:
        answer = json.loads(self._call("run", data, "--json", "-"))
        found: dict[str, Any] = answer["outcome"]
        return found

    def _awaited_file(self, pattern: str) -> Path:
        missing = f"no {pattern} was written"
        found: Path = awaited(lambda: next(self._home.glob(pattern), None), missing)
        return found

    @contextmanager
    def _window(self, data: str) -> Iterator[Callable[[str], None]]:
        """Open the window with some data, and close it as a user does."""
        log = self._folder / "window.log"
        with log.open("wb") as file:
            began = time.monotonic()
            command = [str(self._program), data]
            window = subprocess.Popen(
                command, cwd=self._folder, env=self.variables, stdout=file, stderr=file
            )
        try:
            found = awaited(partial(self._shown, window, data, log), f"{data} opened no window")
            opened = time.monotonic() - began
            print(f"  ok  the window opens with {data} ({opened:.1f} s)", flush=True)
            press = self._keys(found.split()[0])
            yield press
            # A virtual screen may lose the first keys of a window that has just come.
            closed = partial(self._is_closed, window, press)
            awaited(closed, f"the window with {data} did not close")
            code = window.returncode
        finally:
            if window.poll() is None:
                window.send_signal(signal.SIGTERM)
        if code or said_in(log):
            raise CheckError(f"the window ended with {code}: {said_in(log)}")

    def _shown(self, window: subprocess.Popen[bytes], data: str, log: Path) -> str:
        """The window with some data, "" as long as there is none; not of a program that ended."""
        if window.poll() is not None:
            words = f"{data} ended with {window.returncode} before its window was seen"
            raise CheckError(f"{words}: {said_in(log) or 'it said nothing'}")
        title = f"^{re.escape(Path(data).stem)}.* — Perceptron"
        return self._xdo("search", "--onlyvisible", "--name", title)

    def _is_closed(self, window: subprocess.Popen[bytes], press: Callable[[str], None]) -> bool:
        """Ask a window to close; tell whether it has."""
        press("ctrl+q")
        with suppress(subprocess.TimeoutExpired):
            window.wait(_CLOSING_S)
        return window.poll() is not None

    def _keys(self, window: str) -> Callable[[str], None]:
        """Bring a window to the front and wait until it is there; returns what presses keys."""
        self._xdo("windowactivate", window)
        awaited(lambda: self._xdo("getactivewindow") == window, "the window got no keys")
        time.sleep(_SETTLE_S)

        def press(keys: str) -> None:
            # Not with --window: the keys of a window that closes on them would never be let go,
            # and be repeated into the next one.
            self._xdo("key", keys)
            time.sleep(_KEY_S)

        return press

    def _xdo(self, *words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words], env=self.variables, capture_output=True, text=True
        )
        return done.stdout.strip()


def said_in(log: Path) -> str:
    """What a program has said, but for what matplotlib says at its first figure."""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    return "\n".join(line for line in lines if "building the font cache" not in line)


def awaited(look: Callable[[], Any], what: str) -> Any:
    """What a look finds in the end; an error where it never finds anything."""
    until = time.monotonic() + _PATIENCE_S
    while not (found := look()):
        if time.monotonic() > until:
            raise CheckError(f"{what} within {_PATIENCE_S:.0f} s")
        time.sleep(_LOOK_S)
    return found


@contextmanager
def virtual_screen(variables: dict[str, str]) -> Iterator[str]:
    """A screen of its own with a window manager; gives the name of its display."""
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    reading, writing = os.pipe()
    options = ["-screen", "0", "1280x800x24", "-nolisten", "tcp", "-displayfd", str(writing)]
    screen = subprocess.Popen(["Xvfb", *options], pass_fds=[writing], **quiet)
    os.close(writing)
    with os.fdopen(reading) as numbers:
        display = f":{numbers.readline().strip()}"
    manager = subprocess.Popen(["openbox"], env={**variables, "DISPLAY": display}, **quiet)
    try:
        yield display
    finally:
        for process in (manager, screen):
            process.terminate()
            process.wait()
