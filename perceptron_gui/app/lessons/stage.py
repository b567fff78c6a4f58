"""Shows the scene of a step in the window, and keeps back what the step hides."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QByteArray, QObject

from perceptron_gui.app.files.files import Files
from perceptron_gui.app.session.controller import SessionController
from perceptron_gui.app.window.docks import PRESENTED
from perceptron_gui.app.window.pages import PLANE, pages
from perceptron_gui.app.window.window import MainWindow
from perceptron_gui.document.model.history import OpenFile
from perceptron_gui.lessons.scenes import Scene
from perceptron_gui.theory.run_text.status import FUTURE, VERDICT

# Panels whose plots or words need the verdict, or would say that there is none.
TELLING = ("why", "what-if", "norms", "cosine", "distance", "weight-space")
_SECRETS = frozenset((FUTURE, VERDICT))
# Actions that would show the one or the other.
_SHOWING = {
    FUTURE: ("play.future",),
    VERDICT: ("play.future", "show.margin", "show.certificate", "panel.why", "panel.what_if"),
}


class LessonStage(QObject):
    """Sets the window as a step has it; `end` leaves it as it was before the lesson."""

    def __init__(self, window: MainWindow, controller: SessionController, files: Files) -> None:
        super().__init__(window)
        self._window, self._controller, self._files = window, controller, files
        self._layout = QByteArray()
        self._open: set[str] = set()
        self.hidden: frozenset[str] = frozenset()

    def begin(self) -> None:
        """Remember the panels that are open."""
        docks = self._window.docks
        self._layout = self._window.panels.state()
        self._open = {name for name, dock in docks.items() if not dock.isHidden()}
        if not self._open:  # the page has none beside it
            self._open = {"norms", "loss", "explanation"}
        self._window.hint.hide()

    def show(self, scene: Scene, file: OpenFile, hides: frozenset[str]) -> None:
        """Show the page, the panels and the session of a scene, as it is or as it was edited."""
        self._window.middle.put_back()
        self._window.pages.stage.allow_page(scene.page, True)
        self._window.pages.stage.show_page(scene.page)
        self.hide(scene, hides)  # before the session comes: nothing is seen for a moment
        self._files.show(file)

    def hide(self, scene: Scene, hides: frozenset[str]) -> None:
        """Show the panels of a scene without those that tell what is hidden."""
        window, docks = self._window, self._window.docks
        self.hidden = hides
        secrets = hides & _SECRETS
        denied = hides - _SECRETS | (set(TELLING) if VERDICT in secrets else set())
        if secrets and window.actions_by_id.by_id["play.future"].isChecked():
            window.trigger("play.future")
        self._controller.store.update(hides=secrets)
        self._allow(scene.page, secrets)
        for name, dock in docks.items():
            dock.deny(name in denied)
        window.panels.show_only(self._wanted(scene))

    def has_session(self, scene: Scene) -> bool:
        """Tell whether what is edited is as a scene has it."""
        edited, wanted = self._controller.editing.session, scene.session
        return edited.dataset is wanted.dataset and all(
            getattr(edited, name) == getattr(wanted, name)
            for name in ("rules", "shown", "notation", "views")
        )

    def is_away(self, scene: Scene) -> bool:
        """Tell whether something else is seen than a scene: another page, session or visit."""
        state = self._controller.store.state
        if not self.has_session(scene) or self._window.pages.shown != scene.page:
            return True
        run, visit = state.run, state.moment.visit
        if state.is_awaited or run is None:
            return False
        if scene.cursor == "end":
            return run.is_over and visit != run.computed_visits
        return visit != scene.cursor

    def end(self) -> None:
        """Hide nothing any more, and put the panels back."""
        self._controller.store.update(hides=frozenset())
        self._allow("", frozenset())
        for dock in self._window.docks.values():
            dock.deny(False)
        self._window.panels.restore(self._layout)
        self.hidden = frozenset()

    def _wanted(self, scene: Scene) -> Sequence[str]:
        if scene.panels is not None:
            return scene.panels
        return PRESENTED if self._window.panels.is_presenting else sorted(self._open)

    def _allow(self, page: str, secrets: frozenset[str]) -> None:
        """Allow actions and pages that show nothing hidden."""
        by_id, stage = self._window.actions_by_id.by_id, self._window.pages.stage
        refused = {name for secret in secrets for name in _SHOWING[secret]}
        for name in {name for names in _SHOWING.values() for name in names}:
            by_id[name].setEnabled(name not in refused)
        for name in pages():
            is_allowed = not secrets or name in (PLANE, page)
            by_id[f"page.{name}"].setEnabled(is_allowed)
            stage.allow_page(name, is_allowed)
