"""Theme, font size, presentation mode, motion and axes: how things are looked at."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from perceptron_gui.app.state.app_state import Store
from perceptron_gui.app.state.settings import THEMES, Settings
from perceptron_gui.app.window.action_set import ActionSet
from perceptron_gui.app.window.window import application
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.views.canvas.canvas import Canvas
from perceptron_gui.views.canvas.motion import DesktopMotion, wants_less_motion
from perceptron_gui.views.chrome.presentation import Cover, Stage
from perceptron_gui.views.paint.ink import FONT
from perceptron_gui.views.widgets.theme import LOOKS, apply_theme

_SCALE_STEP = 1.15
_SMALLEST, _LARGEST = 0.6, 2.0
# The smallest letters, numbers at axes, take these shares of the screen's height, or more.
_USUAL_SHARE, _PRESENTED_SHARE, _SMALL = 1 / 75, 1 / 45, 0.85
_BARS_PX = 950  # how wide a window must be for the pages and menus in letters of the usual size
_POINTS = 72  # in an inch


def look_of(settings: Settings) -> tuple[Theme, float]:
    """Return the theme and the scale of the settings, in letters that grow with the screen."""
    look, screen = LOOKS[settings.theme], QGuiApplication.primaryScreen()
    letters = _SMALL * FONT * screen.logicalDotsPerInchY() / _POINTS
    grown = max(1.0, _USUAL_SHARE * screen.size().height() / letters)
    return look.theme, look.scale * settings.font_scale * grown


class Appearance(QObject):
    """Applies what is chosen, and stores it in the settings."""

    presented = Signal()  # a presentation has begun or ended

    def __init__(
        self,
        window: QWidget,
        canvas: Canvas,
        actions: ActionSet,
        store: Store,
        settings: Settings,
        show_look: Callable[[Theme, float], None],
        show_presenting: Callable[[bool, Theme, float], None],
        stage: Stage,
    ) -> None:
        super().__init__(window)
        self._window, self._canvas = window, canvas
        self._actions, self._store, self._settings = actions, store, settings
        self._show_look, self._show_presenting, self._stage = show_look, show_presenting, stage
        self._before: Qt.WindowState | None = None  # of the window, while it is presenting
        self.desktop = DesktopMotion(canvas)
        self.desktop.less_motion_found.connect(partial(self._show_motion, True))
        actions.check(f"theme.{settings.theme}")
        self._allow(False)
        self.show()

    @property
    def handlers(self) -> dict[str, Callable[..., object]]:
        return {
            "view.larger": partial(self.resize_letters, 1),
            "view.smaller": partial(self.resize_letters, -1),
            "view.normal": partial(self.resize_letters, None),
            "view.presentation": self.present,
            **{f"view.{kind}": partial(self.cover, kind) for kind in Cover.KINDS},
            "view.until_now": self.set_until_now,
            "view.reduce_motion": self.set_reduced_motion,
            **{f"theme.{name}": partial(self.set_theme, name) for name in THEMES},
        }

    @property
    def is_presenting(self) -> bool:
        """Tell whether the window fills the screen for a class."""
        return self._before is not None

    @property
    def theme(self) -> Theme:
        return LOOKS[self._settings.theme].theme

    @property
    def scale(self) -> float:
        """The scale of everything; in a presentation it grows with the screen."""
        if not self.is_presenting:
            return self._usual
        window = self._window
        letters = _SMALL * FONT * window.logicalDpiY() / _POINTS
        needed = _PRESENTED_SHARE * window.screen().size().height() / letters
        return max(self._usual, needed * self._settings.font_scale)

    @property
    def _usual(self) -> float:
        return look_of(self._settings)[1]

    def show(self) -> None:
        """Show everything in the theme and size that are set."""
        self._show_look(self._apply(), self.scale)

    def _apply(self) -> Theme:
        """Restyle the application; its bars are read by one person, and no page may be cut."""
        theme = self.theme
        bars = min(self._usual, max(1.0, self._window.width() / _BARS_PX))
        apply_theme(application(), theme, self.scale, bars)
        return theme

    def set_theme(self, name: str) -> None:
        self._settings.theme = name
        self._actions.check(f"theme.{name}")
        self.show()

    def resize_letters(self, steps: int | None) -> None:
        """Make letters and strokes larger by so many steps; None restores their first size."""
        scale = 1.0 if steps is None else self._settings.font_scale * _SCALE_STEP**steps
        self._settings.font_scale = round(min(max(scale, _SMALLEST), _LARGEST), 4)
        self.show()

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
        self._allow(presenting)
        self._actions.check("view.presentation", presenting)
        self._show_presenting(presenting, self._apply(), self.scale)
        self.presented.emit()

    def _allow(self, presenting: bool) -> None:
        """Allow what there is in a presentation only, and tools that change points outside it.

        A class must not see points come or go by a click that was meant to point.
        """
        by_id = self._actions.by_id
        for name in ("plot", *Cover.KINDS):
            self._actions.offer(f"view.{name}", presenting)
            by_id[f"view.{name}"].setChecked(False)
        for name in ("minus", "erase", "brush"):
            by_id[f"tool.{name}"].setEnabled(not presenting)

    def cover(self, kind: str, is_shown: bool) -> None:
        """Cover the stage with a pointer or with black, or uncover it."""
        self._stage.show_cover(kind if is_shown else "")
        for other in Cover.KINDS:
            self._actions.check(f"view.{other}", is_shown and other == kind)

    def restore(self) -> None:
        """Apply the settings of plots and motion, which is also reduced if the system asks."""
        settings, actions = self._settings, self._actions
        actions.check("view.until_now", settings.until_now)
        self.set_until_now(settings.until_now)
        self._show_motion(settings.reduce_motion or wants_less_motion())

    def _show_motion(self, is_less: bool) -> None:
        self._actions.check("view.reduce_motion", is_less)
        self._canvas.turning.show_motion(not is_less)

    def set_until_now(self, until_now: bool) -> None:
        """Let the axes of plots end at the visit that is shown, or at the end of the run."""
        self._settings.until_now = until_now
        self._store.update(until_now=until_now)

    def set_reduced_motion(self, is_less: bool) -> None:
        """Let the line jump from visit to visit, or turn."""
        self._settings.reduce_motion = is_less
        self._canvas.turning.show_motion(not is_less)
