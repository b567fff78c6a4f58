"""Runs programs in a Python of its own and reports what they print and draw; tests start it.

Reads a list of [path, arguments] as JSON from standard input, and writes a list of reports.
"""

from __future__ import annotations

import json
import runpy
import sys
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

import numpy as np


def report(path: str, arguments: list[str]) -> dict[str, Any]:
    """Run one program."""
    program = runpy.run_path(path, run_name="program")
    with redirect_stdout(StringIO()) as printed:
        program["main"](arguments)
    drawn = arguments and arguments != ["--updates"] and "matplotlib" in sys.modules
    return {"printed": printed.getvalue(), **(_drawn() if drawn else {})}


def _drawn() -> dict[str, Any]:
    """Describe the current figure, and put it away."""
    import matplotlib.pyplot as plt

    figure = plt.gcf()
    every = [line for axes in figure.axes for line in axes.lines]
    lines = [line for line in every if np.size(line.get_xdata())]
    described = {
        "labels": [str(line.get_label()) for line in lines],
        "x": [np.asarray(line.get_xdata(), dtype=float).tolist() for line in lines],
        "y": [np.asarray(line.get_ydata(), dtype=float).tolist() for line in lines],
        "limits": [[*axes.get_xlim(), *axes.get_ylim()] for axes in figure.axes],
        "texts": [axes.get_title() for axes in figure.axes],
    }
    plt.close(figure)
    plt.rcdefaults()
    return described


def main() -> None:
    """Run all programs."""
    reports = [report(path, arguments) for path, arguments in json.load(sys.stdin)]
    if "perceptron_gui" in sys.modules:
        raise SystemExit("a program imported perceptron_gui")
    json.dump(reports, sys.stdout)


if __name__ == "__main__":
    main()
