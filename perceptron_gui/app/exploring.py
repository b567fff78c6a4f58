"""Why and what if: the proof panel, the pages and the laboratory, connected with the lesson."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Slot

from perceptron_gui.core.notation import NOTATIONS
from perceptron_gui.document.session import Session
from perceptron_gui.theory.proof_lines import SQUEEZE
from perceptron_gui.views.drawing_view import DrawingView
from perceptron_gui.views.lab_page import LabPage

from .laboratory import Laboratory
from .lesson import Lesson
from .main_window import MainWindow
from .pages import PAGES, PLANE
from .peeking import Peeking
from .screen import BOUNDARY
from .showing import is_seen
from .what_if import WhatIf

# What can be added to the plane, by the names of its options.
SHOWN = ("margin", "certificate", "circle", "result", "equation", "numbers")
# What is done on the plane only, so that it has to be seen: its actions by their beginnings.
_ON_THE_PLANE = ("tool.", "class.", "points.", "show.", "edit.select_all")


class Exploring(QObject):
    """Tells pages and panels what they need while they are seen, and listens to them."""

    def __init__(self, window: MainWindow, lesson: Lesson) -> None:
        super().__init__(window)
        self._window, self._lesson = window, lesson
        self._which = SQUEEZE
        self.laboratory = Laboratory(lesson.editing, self)
        self.what_if = WhatIf(window.what_if, lesson.editing, self)
        lesson.run_shown.connect(self.what_if.show_run)
        window.docks["what-if"].visibilityChanged.connect(self.what_if.refresh)
        self.peeking = Peeking(lesson, window.read_out, self)
        for plot in window.plots.values():
            self.peeking.listen_to(plot)
        pages = window.pages
        pages.drawing_made.connect(self._on_drawing_made)
        pages.lab_made.connect(self._on_lab_made)
        pages.stage.page_changed.connect(self._on_page_changed)
        window.why.which_requested.connect(self._on_which_requested)
        window.why.lights_changed.connect(lesson.screen.show_lit)
        window.docks["why"].visibilityChanged.connect(self._on_why_visible)
        lesson.screen.refreshed.connect(self._tell_why)  # whatever it was that changed
        lesson.run_shown.connect(self._tell_lab)
        lesson.playback.moment_changed.connect(self._tell_lab)
        lesson.editing.session_changed.connect(self._check_shown)
        self._check_shown(lesson.editing.session)
        window.actions_by_id.check(f"page.{pages.shown}")
        for name, action in window.actions_by_id.by_id.items():
            if name.startswith(_ON_THE_PLANE):
                action.triggered.connect(partial(pages.stage.show_page, PLANE))

    @property
    def handlers(self) -> dict[str, Callable[..., object]]:
        """What the actions about pages and about the plane do."""
        stage, panels = self._window.pages.stage, self._window.panels
        found: dict[str, Callable[..., object]] = {
            "panel.why": partial(panels.toggle, "why"),
            "panel.what_if": partial(panels.toggle, "what-if"),
        }
        found |= {f"page.{name}": partial(stage.show_page, name) for name in PAGES}
        return found | {f"show.{name}": partial(self._show_on_plane, name) for name in SHOWN}

    def close(self) -> None:
        """End the threads."""
        self.laboratory.close()
        self.what_if.close()

    @Slot(str, object)
    def _on_drawing_made(self, name: str, drawing: DrawingView) -> None:
        drawing.aspect_changed.connect(partial(self._lesson.screen.show_place_aspect, name))
        drawing.figure_made.connect(self.peeking.listen_to)
        self._lesson.screen.add_place(name, drawing)

    @Slot(object)
    def _on_lab_made(self, page: LabPage) -> None:
        self.laboratory.add(page)
        page.rule_requested.connect(self._on_rule_requested)

    @Slot(str)
    def _on_page_changed(self, name: str) -> None:
        self._window.actions_by_id.check(f"page.{name}")
        self.laboratory.show_page(self._window.pages.lab)
        self._tell_lab()
        self._lesson.screen.request()

    @Slot()
    def _on_rule_requested(self) -> None:
        """Play on the plane what was chosen in the laboratory."""
        self._lesson.playback.go_to_start()
        self._window.pages.stage.show_page(PLANE)

    @Slot(str)
    def _on_which_requested(self, which: str) -> None:
        self._which = which
        self._tell_why()

    @Slot(bool)
    def _on_why_visible(self, visible: bool) -> None:
        if visible:
            self._tell_why()
        else:
            self._lesson.screen.show_lit(())

    @Slot()
    def _tell_why(self) -> None:
        if is_seen(self._window.why):
            lesson, which = self._lesson, self._which
            notation = NOTATIONS[lesson.editing.session.notation]
            moment, future = lesson.playback.moment, lesson.screen.shows_future
            self._window.why.show_why(lesson.run, moment, notation, which, future)

    @Slot()
    def _tell_lab(self) -> None:
        page, run = self._window.pages.lab, self._lesson.run
        if page is not None and run is not None:
            page.show_run(run, min(self._lesson.playback.moment.visits_made, run.visits))

    def _show_on_plane(self, name: str, shown: bool) -> None:
        editing = self._lesson.editing
        options = dict(editing.session.views.get(BOUNDARY, {}))
        options.pop(name, None)
        editing.set_view_options(BOUNDARY, {**options, **({name: True} if shown else {})})

    @Slot(object)
    def _check_shown(self, session: Session) -> None:
        options = session.views.get(BOUNDARY, {})
        for name in SHOWN:
            self._window.actions_by_id.check(f"show.{name}", options.get(name) is True)
