"""Tools need no window: nothing in here loads Qt."""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
from pathlib import Path

from perceptron_gui.views.canvas import tools

ROOT = Path(__file__).parents[4]


def test_no_tool_loads_qt() -> None:
    names = [f"{tools.__name__}.{module.name}" for module in pkgutil.iter_modules(tools.__path__)]
    assert len(names) > 8
    code = f"import sys, {', '.join(names)}\nsys.exit('PySide6' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    assert (
        subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0
    )
