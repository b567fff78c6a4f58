"""Check the project as CI does, ruff, mypy, pytest: python3 scripts/test.py [PYTEST ARGS...]

The first run makes .venv and installs what the tests need; later ones need no network.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - old Pythons must read this file this far
    sys.exit(f"perceptron-gui needs Python 3.11 or newer; this is {sys.version.split()[0]}")

import os
import subprocess

import debian
import environment

# Tests of one file share windows and compiled kernels, so a file stays on one core. A worker that
# crashes ends the run with its traceback: one started in its place never gets the rest of its file.
_ON_ALL_CORES = ["-n", "auto", "--dist", "loadfile", "--max-worker-restart", "0"]


def steps(args: list[str]) -> list[list[str]]:
    """The modules to run in turn; extra arguments are for pytest."""
    return [["ruff", "check", "."], ["mypy"], ["pytest", *_ON_ALL_CORES, *args]]


def main() -> int:
    environment.prepare("[test]")
    environment.provide_libraries(debian.OFFSCREEN)
    environment.provide_browser()
    python = str(environment.program(environment.ROOT, "python"))
    variables = {"QT_QPA_PLATFORM": "offscreen"} | os.environ
    for step in steps(sys.argv[1:]):
        environment.say(" ".join(step))
        code = subprocess.call([python, "-m", *step], cwd=environment.ROOT, env=variables)
        if code:
            environment.say(f"{step[0]} failed (exit code {code})")
            return code
    environment.say("all checks passed")
    return 0


if __name__ == "__main__":
    environment.finish(main)
