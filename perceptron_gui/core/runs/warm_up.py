"""Every kernel used once, so that its code is stored: python -m perceptron_gui.core.runs.warm_up.

A window has another process do this before it loads any: the compiler would hold up its thread
and keep memory for good, and a damaged file may end the process that reads it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from typing import Any

import numpy as np

from perceptron_gui.base.cancel import CancelCheck, never_cancelled
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.kernels.point_kernels import SHUFFLED, judge, order_of_epoch
from perceptron_gui.core.kernels.trial_kernels import FINDINGS, shuffle_orders, train_trials
from perceptron_gui.core.rules.rule import Rule

from .run import Run

ARGUMENT = "--warm-up"  # with which the standalone application does nothing else
_CHECK_S = 0.1  # between two checks whether the process is still wanted
_WITHOUT_CONSOLE = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # of Windows

# How each kind of numbers is asked for.
_NUMBERS: tuple[tuple[str, Any], ...] = (("float64", np.float64), ("auto", np.int64))
_RULES: tuple[dict[str, Any], ...] = (
    {"rule": "averaged"},
    {"rule": "averaged", "order": "shuffled"},
    {"rule": "averaged", "order": "first-mistake"},
    {"rule": "sgd", "loss": "hinge", "batch_size": 2},
    {"rule": "sgd", "loss": "logistic"},
)


def use_every_kernel() -> None:
    """Run every kernel once for every number type, on tiny data."""
    xor = Dataset.of([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1])
    for arithmetic, kind in _NUMBERS:
        for options in _RULES:
            rule = Rule.of({"epochs": 20, "arithmetic": arithmetic, **options})
            run = Run(xor, rule).finish()
            run.result_at(run.visits)
        orders, starts = np.zeros((1, 1), np.int32), np.zeros((1, 1), kind)
        shuffle_orders(orders, 0, 0)
        order_of_epoch(orders[0], SHUFFLED, 0, 0)
        found = np.zeros((1, FINDINGS), np.int64)
        rows, step, exact = np.zeros((1, 1), kind), kind(1), kind is np.int64
        train_trials(orders, starts, rows, rows[0], step, exact, 1, 1, 1, 1, found, starts.copy())
    table, numbers = np.zeros((1, 1)), np.zeros(1)
    judge(table, table, numbers, np.zeros(1, np.int64), numbers)


def warm_up(check_cancelled: CancelCheck = never_cancelled) -> tuple[bool, str]:
    """Have another process use every kernel: what is missing or damaged is compiled and stored.

    Return whether kernels can be used, and what went wrong with those that were stored.
    """
    code, wrong = _use_elsewhere(check_cancelled)
    if code and (folder := compiler.cache_folder()) is not None:
        shutil.rmtree(folder, ignore_errors=True)
    if wrong:  # what was damaged is forgotten, and stored again by one more process
        code, told = _use_elsewhere(check_cancelled)
        wrong += told
    return code == 0, wrong


def _use_elsewhere(check_cancelled: CancelCheck) -> tuple[int, str]:
    """Return the exit code of another process that uses every kernel, and what it complains of."""
    # The standalone application is no interpreter, but looks for this argument.
    arguments = [ARGUMENT] if getattr(sys, "frozen", False) else ["-m", __name__]
    command = [sys.executable, *arguments]
    try:
        process = Popen(
            command,
            stdin=DEVNULL,
            stdout=DEVNULL,
            stderr=PIPE,
            encoding="utf-8",
            errors="replace",
            creationflags=_WITHOUT_CONSOLE,
            start_new_session=True,  # Ctrl-C in the terminal is for the program
        )
    except OSError as error:  # then kernels are compiled here, when they are needed
        return 0, f"{error}\n"
    with process:
        try:
            while True:
                try:
                    _, told = process.communicate(timeout=_CHECK_S)
                    code = process.returncode
                    return code, told or (f"the process ended with {code}\n" if code else "")
                except TimeoutExpired:
                    check_cancelled()
        finally:
            process.kill()


def main() -> None:
    """Use every kernel, if there is a compiler."""
    if compiler.load():
        use_every_kernel()


if __name__ == "__main__":
    main()
