"""Choices of how things are looked at, remembered from one start to the next."""

from __future__ import annotations

from collections.abc import Callable

from perceptron_gui.app.state.settings import Settings
from perceptron_gui.app.state.store import Store
from perceptron_gui.app.window.actions import ActionSet
from perceptron_gui.views.canvas.canvas import Canvas
from perceptron_gui.views.canvas.motion import DesktopMotion, wants_less_motion


class ViewChoices:
    """Plots of the whole run or until now, and lines that turn or jump."""

    def __init__(
        self, canvas: Canvas, actions: ActionSet, store: Store, settings: Settings
    ) -> None:
        self._turning, self._actions = canvas.turning, actions
        self._store, self._settings = store, settings
        self._desktop = DesktopMotion(canvas)
        self._desktop.less_motion_found.connect(self._on_less_motion_found)

    @property
    def handlers(self) -> dict[str, Callable[..., object]]:
        """What their actions do."""
        return {"view.until_now": self.set_until_now, "view.reduce_motion": self.set_reduced_motion}

    def restore(self) -> None:
        """Show everything as the user left it; less motion also where the system asks for it."""
        settings, actions = self._settings, self._actions
        actions.check("view.until_now", settings.until_now)
        self._store.update(until_now=settings.until_now)
        self._show_motion(settings.reduce_motion or wants_less_motion())

    def ask_desktop(self) -> None:
        """Follow the desktop where it asks for less motion, which it may tell late."""
        self._desktop.ask()

    def _on_less_motion_found(self) -> None:
        self._show_motion(True)

    def _show_motion(self, is_less: bool) -> None:
        self._actions.check("view.reduce_motion", is_less)
        self._turning.show_motion(not is_less)

    def set_until_now(self, until_now: bool) -> None:
        """Let the axes of plots end at the visit that is shown, or at the end of the run."""
        self._settings.until_now = until_now
        self._store.update(until_now=until_now)

    def set_reduced_motion(self, is_less: bool) -> None:
        """Let the line jump from visit to visit, or turn."""
        self._settings.reduce_motion = is_less
        self._turning.show_motion(not is_less)
