"""Shows the scene of a step in the window, and keeps back what the step hides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QObject

from perceptron_gui.app.files.files import Files
from perceptron_gui.app.state.app_state import Store
from perceptron_gui.app.window.actions import ActionSet
from perceptron_gui.app.window.docks import PRESENTED, Panels
from perceptron_gui.app.window.pages import PLANE, Middle, Pages, pages
from perceptron_gui.document.model.history import OpenFile
from perceptron_gui.lessons.scenes import Scene
from perceptron_gui.theory.run_text.status import FUTURE, VERDICT

if TYPE_CHECKING:
    from perceptron_gui.views.lessons.panel import LessonPanel

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

    def __init__(
        self,
        store: Store,
        files: Files,
        actions: ActionSet,
        pages: Pages,
        panels: Panels,
        middle: Middle,
    ) -> None:
        super().__init__(middle)
        self._store, self._files, self._actions = store, files, actions
        self._pages, self._panels, self._middle = pages, panels, middle
        self.page_changed = pages.stage.page_changed
        self._layout = QByteArray()
        self._open: set[str] = set()
        self.hidden: frozenset[str] = frozenset()

    def begin(self) -> None:
        """Remember the panels that are open."""
        docks = self._panels.docks
        self._layout = self._panels.state()
        self._open = {name for name, dock in docks.items() if not dock.isHidden()}
        if not self._open:  # the page has none beside it
            self._open = {"norms", "loss", "explanation"}

    def seat(self, panel: LessonPanel) -> None:
        """Give the panel of lessons its place beside the pages."""
        self._middle.add_beside(panel)

    def fit(self, panel: LessonPanel) -> None:
        """Give that panel the width that it needs, and leave the rest to the others."""
        width = panel.fitting_width(self._middle.window().width())
        panel.setFixedWidth(width)
        self._panels.leave_width(width)

    def show(self, scene: Scene, file: OpenFile, hides: frozenset[str]) -> None:
        """Show the page, the panels and the session of a scene, as it is or as it was edited."""
        self._middle.put_back()
        self._pages.stage.allow_page(scene.page, True)
        self._pages.stage.show_page(scene.page)
        self.hide(scene, hides)  # before the session comes: nothing is seen for a moment
        self._files.show(file)

    def hide(self, scene: Scene, hides: frozenset[str]) -> None:
        """Show the panels of a scene without those that tell what is hidden."""
        actions, panels = self._actions.by_id, self._panels
        self.hidden = hides
        secrets = hides & _SECRETS
        denied = hides - _SECRETS | (set(TELLING) if VERDICT in secrets else set())
        if secrets and actions["play.future"].isChecked():
            actions["play.future"].trigger()
        self._store.update(hides=secrets)
        self._allow(scene.page, secrets)
        for name, dock in panels.docks.items():
            dock.deny(name in denied)
        panels.show_only(self._wanted(scene))

    def has_session(self, scene: Scene) -> bool:
        """Tell whether what is edited is as a scene has it."""
        edited, wanted = self._store.state.session, scene.session
        return edited.dataset is wanted.dataset and all(
            getattr(edited, name) == getattr(wanted, name)
            for name in ("rules", "shown", "notation", "views")
        )

    def is_away(self, scene: Scene) -> bool:
        """Tell whether something else is seen than a scene: another page, session or visit."""
        state = self._store.state
        if not self.has_session(scene) or self._pages.shown != scene.page:
            return True
        run, visit = state.run, state.moment.visit
        if state.is_awaited or run is None:
            return False
        if scene.cursor == "end":
            return run.is_over and visit != run.computed_visits
        return visit != scene.cursor

    def end(self) -> None:
        """Hide nothing any more, and put the panels back."""
        self._store.update(hides=frozenset())
        self._allow("", frozenset())
        for dock in self._panels.docks.values():
            dock.deny(False)
        self._panels.leave_width(0)
        self._panels.restore(self._layout)
        self.hidden = frozenset()

    def _wanted(self, scene: Scene) -> Sequence[str]:
        if scene.panels is not None:
            return scene.panels
        return PRESENTED if self._panels.is_presenting else sorted(self._open)

    def _allow(self, page: str, secrets: frozenset[str]) -> None:
        """Allow actions and pages that show nothing hidden."""
        by_id, stage = self._actions.by_id, self._pages.stage
        refused = {name for secret in secrets for name in _SHOWING[secret]}
        for name in {name for names in _SHOWING.values() for name in names}:
            by_id[name].setEnabled(name not in refused)
        for name in pages():
            is_allowed = not secrets or name in (PLANE, page)
            by_id[f"page.{name}"].setEnabled(is_allowed)
            stage.allow_page(name, is_allowed)
