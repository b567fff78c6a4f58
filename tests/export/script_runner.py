"""Runs programs in a Python of its own and reports what they print; tests start it.

Reads a list of [path, arguments] as JSON from standard input, and writes a list of texts.
"""

from __future__ import annotations

import json
import runpy
import sys
from contextlib import redirect_stdout
from io import StringIO


def printed(path: str, arguments: list[str]) -> str:
    """Run one program and put away what it has drawn."""
    program = runpy.run_path(path, run_name="program")
    with redirect_stdout(StringIO()) as text:
        program["main"](arguments)
    if "plt" in program:
        program["plt"].close("all")
    return text.getvalue()


def main() -> None:
    """Run all programs."""
    texts = [printed(path, arguments) for path, arguments in json.load(sys.stdin)]
    if "perceptron_gui" in sys.modules:
        raise SystemExit("a program imported perceptron_gui")
    json.dump(texts, sys.stdout)


if __name__ == "__main__":
    main()
