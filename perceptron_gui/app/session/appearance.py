"""Theme, font size and presentation mode of the window."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from perceptron_gui.app.state.settings import Settings
from perceptron_gui.app.window.actions import ActionSet
from perceptron_gui.app.window.window import application
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.views.paint.ink import FONT
from perceptron_gui.views.widgets.theme import LOOKS, apply_theme

_SCALE_STEP = 1.15
_SMALLEST, _LARGEST = 0.6, 3.0
# Numbers at axes, the smallest letters that carry a lesson, take this share of a screen's height.
_PRESENTED_SHARE, _SMALL = 1 / 45, 0.85
_POINTS = 72  # in an inch


def look_of(settings: Settings) -> tuple[Theme, float]:
    """Return the theme that is set, and how many times as large everything is."""
    look = LOOKS[settings.theme]
    return look.theme, look.scale * settings.font_scale


class Appearance(QObject):
    """Applies theme and scale, and stores them in the settings."""

    presented = Signal()  # a presentation has begun or ended

    def __init__(
        self,
        window: QWidget,
        actions: ActionSet,
        settings: Settings,
        show_look: Callable[[Theme, float], None],
        show_presenting: Callable[[bool, Theme, float], None],
        fold: Callable[[], None],
    ) -> None:
        super().__init__(window)
        self._window, self._actions, self._settings = window, actions, settings
        self._show_look, self._show_presenting, self._fold = show_look, show_presenting, fold
        self._before: Qt.WindowState | None = None  # of the window, while it is presenting
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), window)
        self._escape.setEnabled(False)
        self._escape.activated.connect(partial(self.present, False))
        actions.check(f"theme.{settings.theme}")
        self.show()

    @property
    def is_presenting(self) -> bool:
        """Tell whether the window fills the screen for a class."""
        return self._before is not None

    @property
    def scale(self) -> float:
        """How many times as large everything is; in front of a class it grows with the screen."""
        usual = look_of(self._settings)[1]
        if not self.is_presenting:
            return usual
        window = self._window
        letters = _SMALL * FONT * window.logicalDpiY() / _POINTS
        needed = _PRESENTED_SHARE * window.screen().size().height() / letters
        return max(usual, needed * self._settings.font_scale)

    def show(self) -> None:
        """Show everything in the theme and size that are set."""
        theme, _ = look_of(self._settings)
        apply_theme(application(), theme, self.scale)
        self._show_look(theme, self.scale)

    def set_theme(self, name: str) -> None:
        """Change the theme."""
        self._settings.theme = name
        self._actions.check(f"theme.{name}")
        self.show()
        self._fold()

    def resize_letters(self, steps: int | None) -> None:
        """Make letters and strokes larger by so many steps; None restores their first size."""
        scale = 1.0 if steps is None else self._settings.font_scale * _SCALE_STEP**steps
        self._settings.font_scale = round(min(max(scale, _SMALLEST), _LARGEST), 4)
        self.show()
        self._fold()

    def present(self, presenting: bool) -> None:
        """Fill the screen, with larger letters and fewer panels; or go back."""
        if presenting == self.is_presenting:
            return
        window = self._window
        if presenting:
            self._before = window.windowState()
            window.setWindowState(self._before | Qt.WindowState.WindowFullScreen)
        else:
            window.setWindowState(self._before or Qt.WindowState.WindowNoState)
            self._before = None
        self._escape.setEnabled(presenting)
        self._actions.check("view.presentation", presenting)
        theme, _ = look_of(self._settings)
        apply_theme(application(), theme, self.scale)
        self._show_presenting(presenting, theme, self.scale)
        self.presented.emit()
