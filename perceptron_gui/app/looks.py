"""How the window looks: theme, size of letters, presentation."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtGui import QKeySequence, QShortcut

from perceptron_gui.views.qt_theme import LOOKS, apply_theme

from .main_window import MainWindow, application
from .settings import Settings

_STEP = 1.15
_SMALLEST, _LARGEST = 0.6, 3.0
_PRESENTING = 1.4


class Looks(QObject):
    """Knows theme and scale, and remembers them."""

    def __init__(self, window: MainWindow, settings: Settings) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._before: Qt.WindowState | None = None  # of the window, while it is presenting
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), window)
        self._escape.setEnabled(False)
        self._escape.activated.connect(self._leave)
        window.actions_by_id.check(f"theme.{settings.theme}")
        self.show()

    @property
    def is_presenting(self) -> bool:
        """Tell whether the window fills the screen for a class."""
        return self._before is not None

    @property
    def scale(self) -> float:
        """How many times as large everything is."""
        look = LOOKS[self._settings.theme]
        return look.scale * self._settings.font_scale * (_PRESENTING if self.is_presenting else 1.0)

    def show(self) -> None:
        """Show everything in the theme and size that are set."""
        theme = LOOKS[self._settings.theme].theme
        apply_theme(application(), theme, self.scale)
        self._window.show_theme(theme, self.scale)

    def set_theme(self, name: str) -> None:
        """Change the theme."""
        self._settings.theme = name
        self._window.actions_by_id.check(f"theme.{name}")
        self._resize()

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
        self._resize()

    def _resize(self) -> None:
        self.show()
        if not self.is_presenting:
            self._window.panels.fit()

    @Slot(bool)
    def present(self, presenting: bool) -> None:
        """Fill the screen, with larger letters and fewer panels; or go back."""
        if presenting == self.is_presenting:
            return
        window = self._window
        if presenting:
            self._before = window.windowState()
            window.panels.present()
            window.setWindowState(self._before | Qt.WindowState.WindowFullScreen)
        else:
            window.setWindowState(self._before or Qt.WindowState.WindowNoState)
            self._before = None
        window.menuBar().setVisible(not presenting)
        window.bar.setVisible(not presenting)
        window.read_out.setVisible(not presenting)
        self._escape.setEnabled(presenting)
        window.actions_by_id.check("view.presentation", presenting)
        self.show()
        if not presenting:
            window.panels.leave()
        # Full screen comes a little later, and panels must fit it.
        QTimer.singleShot(0, self._settle)

    @Slot()
    def _leave(self) -> None:
        self.present(False)

    @Slot()
    def _settle(self) -> None:
        self.show()
        self._window.panels.settle(self.is_presenting)
