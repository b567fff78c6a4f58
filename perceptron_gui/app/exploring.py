"""Why and what if: the proof panel, the pages and the laboratory, connected with the lesson."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from perceptron_gui.document.session import Session
from perceptron_gui.views.figure_view import FigureView

from .lesson import Lesson
from .main_window import MainWindow
from .pages import PAGES, PLANE
from .peeking import Peeking
from .screen import BOUNDARY

if TYPE_CHECKING:
    from perceptron_gui.views.drawing_view import DrawingView
    from perceptron_gui.views.lab_page import LabPage
    from perceptron_gui.views.what_if_panel import WhatIfPanel
    from perceptron_gui.views.why_panel import WhyPanel

    from .laboratory import Laboratory
    from .what_if import WhatIf

# What can be added to the plane, by the names of its options.
SHOWN = ("margin", "certificate", "circle", "result", "equation", "numbers")
# What is done on the plane only, so that it has to be seen: its actions by their beginnings.
_ON_THE_PLANE = ("tool.", "class.", "points.", "show.", "edit.select_all")


class Exploring(QObject):
    """Tells pages and panels what they need while they are seen, and listens to them."""

    crashed = Signal(str)  # the traceback of an error in the program

    def __init__(self, window: MainWindow, lesson: Lesson) -> None:
        super().__init__(window)
        self._window, self._lesson = window, lesson
        self._workers: list[Laboratory | WhatIf] = []  # they come when they are needed
        self.peeking = Peeking(lesson, window.read_out, self)
        for plot in window.plots.values():
            self.peeking.listen_to(plot)
        pages = window.pages
        pages.drawing_made.connect(self._on_drawing_made)
        pages.lab_made.connect(self._on_lab_made)
        pages.stage.page_changed.connect(self._on_page_changed)
        window.parts.made.connect(self._on_part_made)
        lesson.run_shown.connect(self._tell_lab)
        lesson.playback.moment_changed.connect(self._tell_lab)
        lesson.editing.session_changed.connect(self._check_shown)
        self._check_shown(lesson.editing.session)
        window.actions_by_id.check(f"page.{pages.shown}")
        for name, action in window.actions_by_id.by_id.items():
            if name.startswith(_ON_THE_PLANE):
                action.triggered.connect(partial(pages.stage.show_page, PLANE))

    @cached_property
    def laboratory(self) -> Laboratory:
        """What computes for the pages of the laboratory; it comes with the first of them."""
        from .laboratory import Laboratory

        laboratory = Laboratory(self._lesson.editing, self)
        self._employ(laboratory)
        return laboratory

    @property
    def is_busy(self) -> bool:
        """Tell whether something is being computed, or drawn, for a page or a panel."""
        is_drawing = "laboratory" in vars(self) and self.laboratory.is_drawing
        return is_drawing or any(worker.is_busy for worker in self._workers)

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
        for worker in self._workers:
            worker.close()

    def _employ(self, worker: Laboratory | WhatIf) -> None:
        worker.crashed.connect(self.crashed)
        self._workers.append(worker)

    @Slot(str, object)
    def _on_part_made(self, name: str, part: Any) -> None:
        connect: dict[str, Callable[[Any], None]]
        connect = {"why": self._prove_in, "what-if": self._ask_what_if_in}
        connect.get(name, partial(self._add_plot, name))(part)

    def _add_plot(self, name: str, plot: FigureView) -> None:
        self.peeking.listen_to(plot)
        self._lesson.screen.add_place(name, plot)

    def _prove_in(self, panel: WhyPanel) -> None:
        from .proving import Proving

        proving = Proving(panel, self._lesson, self)
        self._window.docks["why"].visibilityChanged.connect(proving.show_visible)

    def _ask_what_if_in(self, panel: WhatIfPanel) -> None:
        from .what_if import WhatIf

        what_if = WhatIf(panel, self._lesson.editing, self)
        self._employ(what_if)
        what_if.show_run(self._lesson.run)
        self._lesson.run_shown.connect(what_if.show_run)
        self._window.docks["what-if"].visibilityChanged.connect(what_if.refresh)

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
