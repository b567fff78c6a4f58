"""Check the project as CI does, ruff, mypy, pytest: python3 scripts/test.py [PYTEST ARGS...]

Tests marked `slow` are left out. `--all` runs them too; `--quick` answers in about a minute: ruff,
and one case of each test that opens no window, starts no program and is not slow. An option
--random-order SEED shuffles the files in one process, and --approve rewrites tests/words.
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


_ALL, _QUICK, _RANDOM_ORDER = "--all", "--quick", "--random-order"


def steps(args: list[str]) -> list[list[str]]:
    """The modules to run in turn; extra arguments are for pytest."""
    is_ordered = any(arg.startswith(_RANDOM_ORDER) for arg in args)  # an order needs one process
    cores = [] if is_ordered else _ON_ALL_CORES
    chosen = [] if _ALL in args else ["-m", "not slow"]
    rest = [arg for arg in args if arg != _ALL]
    types = [] if _QUICK in args else [["mypy"]]
    style = [["ruff", "check", "."], ["ruff", "format", "--check", "--quiet", "."]]
    return [*style, *types, ["pytest", *cores, *chosen, *rest]]


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
