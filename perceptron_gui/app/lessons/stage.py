"""Shows the scene of a step in the window, and keeps back what the step hides.

Here is also whose the keys of a presenter's remote are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QObject
from PySide6.QtGui import QKeySequence

from perceptron_gui.app.files.files import Files
from perceptron_gui.app.state.app_state import Store
from perceptron_gui.app.window.action_set import ActionSet
from perceptron_gui.app.window.actions import actions
from perceptron_gui.app.window.docks import Panels
from perceptron_gui.app.window.pages import HOME, PLANE, Middle, Pages, page_of, pages
from perceptron_gui.core.rules.rule import OPTIONS
from perceptron_gui.document.model.history import OpenFile
from perceptron_gui.lessons.secrets import SECRETS
from perceptron_gui.theory.run_text.status import FUTURE, VERDICT
from perceptron_gui.views.rules.panel import RulePanel

if TYPE_CHECKING:
    from perceptron_gui.lessons.scenes import Scene
    from perceptron_gui.views.lessons.panel import LessonPanel

_ENDS = frozenset((FUTURE, VERDICT))
# Actions that would show the one or the other.
_SHOWING = {
    FUTURE: ("play.future",),
    VERDICT: (
        "play.future",
        "show.margin",
        "show.widest",
        "show.certificate",
        "panel.why",
        "panel.what_if",
    ),
}
# Keys of a presenter's remote, and whose they are while no lesson is open.
_REMOTE = {"lesson.next": ("play.forward", "PgDown"), "lesson.previous": ("play.back", "PgUp")}
_ENTERS = {"lesson.next": ("Return", "Enter")}  # for a student alone
_NEED_LESSON = (
    *("lesson.next", "lesson.previous", "lesson.back", "lesson.restart", "lesson.close"),
    *("lesson.handout", "lesson.page", "lesson.homework"),
)


class LessonStage(QObject):
    """Sets the window as a step has it; `end` leaves it as it was before the lesson."""

    def __init__(
        self,
        store: Store,
        files: Files,
        by_id: ActionSet,
        pages: Pages,
        panels: Panels,
        middle: Middle,
    ) -> None:
        super().__init__(middle)
        self._store, self._files, self._actions = store, files, by_id
        self._pages, self._panels, self._middle = pages, panels, middle
        self.page_changed = pages.stage.page_changed
        self._layout = QByteArray()
        self._open: list[str] = []
        self._page = ""  # that the step has now
        self._enable(False)

    def _enable(self, is_open: bool) -> None:
        """Let the actions and the keys of a remote be those of the lesson, or not."""
        by_id = self._actions.by_id
        keys = {spec.id: spec.keys for spec in actions()}
        for name in _NEED_LESSON:
            self._actions.offer(name, is_open)
        for name, (other, key) in _REMOTE.items():
            mine = (*keys[name], key, *_ENTERS.get(name, ())) if is_open else keys[name]
            theirs = [each for each in keys[other] if each != key or not is_open]
            by_id[other].setShortcuts([QKeySequence(each) for each in theirs])
            by_id[name].setShortcuts([QKeySequence(each) for each in mine])

    def begin(self) -> None:
        """Remember the panels that are open."""
        self._enable(True)
        self._layout = self._panels.state()
        # Beside some pages there are none.
        self._open = list(self._panels.opened) or ["norms", "loss", "explanation"]

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
        page = page_of(scene.page)
        self._store.update(pinned=scene.page if page != scene.page else "")
        self._page = ""
        self.hide(scene, hides)  # before the session comes: nothing is seen for a moment
        self._files.show(file)
        by_id = self._actions.by_id
        if scene.plays and not hides and not by_id["view.reduce_motion"].isChecked():
            by_id["play.toggle"].trigger()

    def hide(self, scene: Scene, hides: frozenset[str]) -> None:
        """Show the page and the panels of a scene without those that tell what is hidden."""
        page = PLANE if scene.page in hides else page_of(scene.page)
        if page != self._page:
            self._page = page
            self._pages.stage.show_page(page)
        actions, panels = self._actions.by_id, self._panels
        if hides & _ENDS and actions["play.future"].isChecked():
            actions["play.future"].trigger()
        self._store.update(hides=hides)
        self._allow(page, hides)
        for name, dock in panels.docks.items():
            dock.deny(name in hides)
        panels.show_only(self._open if scene.panels is None else scene.panels)

    def open_options(self, names: Sequence[str]) -> None:
        """Open the panel of the rule at the options with these names, and mark them."""
        options = [name for name in names if name in OPTIONS]
        dock = self._panels.docks["rules"]
        if options and dock.isHidden():
            self._panels.toggle("rules")
        if isinstance(dock.part, RulePanel):
            dock.part.point_out(options)

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
        if not self.has_session(scene) or self._pages.shown != self._page:
            return True
        run, visit = state.run, state.moment.visit
        if state.is_awaited or run is None or scene.plays:
            return False
        if scene.cursor == "end":
            return run.is_over and visit != run.computed_visits
        return visit != scene.cursor

    def end(self) -> None:
        """Hide nothing any more, and put the panels back."""
        self._store.update(hides=frozenset(), pinned="")
        self._allow("", frozenset())
        for dock in self._panels.docks.values():
            dock.deny(False)
        self._panels.leave_width(0)
        self._panels.restore(self._layout)
        self._enable(False)

    def end_homework(self) -> None:
        """Give the width of the panel back, where no lesson has changed anything else."""
        self._panels.leave_width(0)
        self._enable(False)

    def _allow(self, page: str, hides: frozenset[str]) -> None:
        """Allow actions and pages that show nothing hidden."""
        by_id = self._actions.by_id
        refused = {name for secret in hides & _ENDS for name in _SHOWING[secret]}
        for name in {name for names in _SHOWING.values() for name in names}:
            by_id[name].setEnabled(name not in refused)
        is_free = hides.isdisjoint(SECRETS)
        for name in pages():
            by_id[f"page.{name}"].setEnabled(is_free or name in (HOME, PLANE, page))
