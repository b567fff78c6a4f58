"""How the window looks: theme, size of letters, presentation."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QApplication

from perceptron_gui.views.qt_theme import LOOKS, apply_theme

from .main_window import MainWindow
from .settings import Settings

_STEP = 1.15
_SMALLEST, _LARGEST = 0.6, 3.0
_PRESENTING = 1.4
_PRESENTED = ("norms",)  # the only panels that stay


class Looks(QObject):
    """Knows theme and scale, and remembers them."""

    def __init__(self, window: MainWindow, settings: Settings) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._before = b""  # the layout while the window is presenting
        window.actions_by_id.check(f"theme.{settings.theme}")
        self.show()

    @property
    def is_presenting(self) -> bool:
        """Tell whether the window fills the screen for a class."""
        return bool(self._before)

    @property
    def scale(self) -> float:
        """How many times as large everything is."""
        look = LOOKS[self._settings.theme]
        return look.scale * self._settings.font_scale * (_PRESENTING if self._before else 1.0)

    def show(self) -> None:
        """Show everything in the theme and size that are set."""
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        theme = LOOKS[self._settings.theme].theme
        apply_theme(app, theme, self.scale)
        self._window.show_theme(theme, self.scale)

    def set_theme(self, name: str) -> None:
        """Change the theme."""
        self._settings.theme = name
        self._window.actions_by_id.check(f"theme.{name}")
        self.show()

    @Slot()
    def larger(self) -> None:
        """Make letters and strokes larger."""
        self._set_scale(self._settings.font_scale * _STEP)

    @Slot()
    def smaller(self) -> None:
        """Make letters and strokes smaller."""
        self._set_scale(self._settings.font_scale / _STEP)

    @Slot()
    def normal(self) -> None:
        """Make letters and strokes as large as they were at first."""
        self._set_scale(1.0)

    def _set_scale(self, scale: float) -> None:
        self._settings.font_scale = round(min(max(scale, _SMALLEST), _LARGEST), 4)
        self.show()

    @Slot(bool)
    def present(self, presenting: bool) -> None:
        """Fill the screen, with larger letters and fewer panels; or go back."""
        if presenting == self.is_presenting:
            return
        window = self._window
        if presenting:
            self._before = bytes(window.layout_state().data())
            for name, dock in window.docks.items():
                dock.setVisible(name in _PRESENTED and dock.isVisible())
            window.menuBar().hide()
            window.showFullScreen()
        else:
            window.menuBar().show()
            window.showNormal()
            window.show_layout(self._before)
            self._before = b""
        window.actions_by_id.check("view.presentation", presenting)
        self.show()
        # Full screen comes a little later, and panels must fit it.
        QTimer.singleShot(0, self.show)
