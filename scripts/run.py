"""Start perceptron-gui from a checkout: python3 scripts/run.py [ARGS...]

The first start makes .venv and installs what the program needs; later ones need no network.
Without a display the same engine trains in the terminal instead of opening the window.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - old Pythons must read this file this far
    sys.exit(f"perceptron-gui needs Python 3.11 or newer; this is {sys.version.split()[0]}")

import os
import subprocess
from collections.abc import Mapping

import debian
import environment

COMMANDS = ("run", "figure", "check", "datasets", "lessons", "actions")
OPTIONS = ("--help", "-h", "--version")


def wants_window(args: list[str]) -> bool:
    """Whether these arguments open the window: none, or a file to open in it."""
    return not args or args[0] not in COMMANDS + OPTIONS


def has_display(platform: str, variables: Mapping[str, str]) -> bool:
    """Whether a window can appear; only Linux is used without a screen."""
    return platform != "linux" or bool(variables.get("DISPLAY") or variables.get("WAYLAND_DISPLAY"))


def without_window(args: list[str]) -> list[str]:
    """The command that does in the terminal what the window would show."""
    return ["run", *(args or ["xor"])]


def main() -> int:
    args = sys.argv[1:]
    environment.prepare("")
    if wants_window(args):
        if has_display(sys.platform, os.environ):
            environment.provide_libraries(debian.WINDOW)
        else:
            args = without_window(args)
            line = " ".join(["perceptron-gui", *args])
            environment.say(f"no DISPLAY or WAYLAND_DISPLAY, so without the window: {line}")
    command = [str(environment.program(environment.ROOT, "perceptron-gui")), *args]
    if sys.platform != "win32":
        os.execv(command[0], command)  # signals and the exit code are then the program's own
    return subprocess.call(command)


if __name__ == "__main__":
    environment.finish(main)
