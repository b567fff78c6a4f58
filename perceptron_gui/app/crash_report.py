"""The report of an error: what a maintainer needs to know, as text that can be copied."""

from __future__ import annotations

import platform
import re
from datetime import datetime
from pathlib import Path

import numpy as np
import PySide6
from PySide6.QtCore import qVersion

from perceptron_gui import __version__

_PLACE = re.compile(r'^\s*File "(.*)", line (\d+)', re.MULTILINE)


def crash_report(traceback: str, log: Path) -> str:
    """Return versions, time and traceback."""
    return "\n".join(
        (
            f"Perceptron GUI {__version__}, {datetime.now():%Y-%m-%d %H:%M:%S}",
            f"Python {platform.python_version()}, Qt {qVersion()}, "
            f"PySide6 {PySide6.__version__}, numpy {np.__version__}",
            platform.platform(),
            f"Log: {log}",
            "",
            traceback.rstrip(),
            "",
        )
    )


def place_of(traceback: str) -> str:
    """Return what tells an error from others: the lines it came through."""
    lines = [f"{file}:{line}" for file, line in _PLACE.findall(traceback)]
    return "\n".join(lines) or traceback
