"""Start perceptron-gui from a checkout: python3 scripts/run.py [ARGS...]

The first start makes .venv and installs what the program needs; later ones need no network.
Without a display the same engine trains in the terminal instead of opening the window, and the
figures that the window would show are drawn into the folder perceptron-figures.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - old Pythons must read this file this far
    sys.exit(f"perceptron-gui needs Python 3.11 or newer; this is {sys.version.split()[0]}")

import os
import subprocess
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

import debian
import environment

OPTIONS = ("--help", "-h", "--version")
FIGURES = "perceptron-figures"
VIEWS = ("boundary", "loss", "norms")


def commands() -> tuple[str, ...]:
    """The commands that the program has, as it names them itself."""
    names = "from perceptron_gui.cli import COMMANDS; print(*COMMANDS)"
    python = str(environment.program(environment.ROOT, "python"))
    asked = subprocess.run([python, "-c", names], capture_output=True, text=True, check=False)
    return tuple(asked.stdout.split())


def wants_window(args: list[str], known: Callable[[], Collection[str]] = commands) -> bool:
    """Whether these arguments open the window: none, or a file or lesson to open in it."""
    return not args or (args[0] not in OPTIONS and args[0] not in known())


def has_display(platform: str, variables: Mapping[str, str]) -> bool:
    """Whether a window can appear; only Linux is used without a screen."""
    return platform != "linux" or bool(variables.get("DISPLAY") or variables.get("WAYLAND_DISPLAY"))


def without_window(args: list[str]) -> list[list[str]]:
    """The commands that do in the terminal what the window would show."""
    data, *rest = args or ["xor"]
    stem = Path(data).stem.partition(":")[0] or "data"
    drawn = [
        ["figure", view, data, *rest, "--out", f"{FIGURES}/{stem}-{view}.png"] for view in VIEWS
    ]
    return [["run", data, *rest], *drawn]


def main() -> int:
    args = sys.argv[1:]
    environment.prepare("")
    program = str(environment.program(environment.ROOT, "perceptron-gui"))
    if has_display(sys.platform, os.environ):
        environment.provide_libraries(debian.WINDOW)
    elif wants_window(args):
        return in_terminal(program, without_window(args))
    command = [program, *args]
    if sys.platform != "win32":
        os.execv(command[0], command)  # signals and the exit code are then the program's own
    return subprocess.call(command)


def in_terminal(program: str, commands: list[list[str]]) -> int:
    """Carry out commands until one fails."""
    environment.say("no DISPLAY or WAYLAND_DISPLAY, so without the window:")
    Path(FIGURES).mkdir(exist_ok=True)
    for args in commands:
        environment.say(" ".join(["perceptron-gui", *args]))
        code = subprocess.call([program, *args])
        if code:
            return code
    return 0


if __name__ == "__main__":
    environment.finish(main)
