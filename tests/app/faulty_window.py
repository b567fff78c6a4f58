"""A program that crashes in machine code, to see whether it leaves a trace."""

from __future__ import annotations

import faulthandler
import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from perceptron_gui.app.main.crash import CrashHandler, LogFile

if __name__ == "__main__":
    app = QCoreApplication([])
    handler = CrashHandler(LogFile(Path(sys.argv[1])), lambda: None, lambda report, rescue: None)
    handler.install()
    faulthandler._sigsegv()  # type: ignore[attr-defined]
