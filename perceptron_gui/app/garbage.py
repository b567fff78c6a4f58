"""Garbage is collected on the GUI thread only.

Python collects wherever memory is asked for. A widget that is garbage in a cycle would then be
destroyed by a worker, and Qt crashes when widgets die on another thread than their own.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer, Slot

from perceptron_gui.core import compiling

_INTERVAL = 500  # milliseconds


class GuiGarbage(QObject):
    """Collects now and then, as much as Python itself would have; `close` it at the end."""

    def __init__(self, parent: QObject | None = None, interval: int = _INTERVAL) -> None:
        super().__init__(parent)
        gc.disable()
        self._has_compiler = compiling.is_loaded()
        _keep_for_good()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.collect)
        self._timer.start(interval)

    @Slot()
    def collect(self) -> None:
        """Collect those generations that have grown beyond Python's thresholds."""
        if compiling.is_loaded() and not self._has_compiler:
            self._has_compiler = True
            _keep_for_good()
        for generation, threshold in enumerate(gc.get_threshold()):
            if gc.get_count()[generation] <= threshold:
                return
            gc.collect(generation)

    def close(self) -> None:
        """Let Python collect by itself again."""
        self._timer.stop()
        gc.enable()


def _keep_for_good() -> None:
    """Never look again through what there is: the window, or the compiler, stays until the end."""
    gc.collect()
    gc.freeze()
