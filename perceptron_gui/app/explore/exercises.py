"""What the exercises ask for: a run that is played on the plane, and a score that is saved."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from perceptron_gui.app.session.controller import SessionController
from perceptron_gui.app.window.pages import PLANE, Pages
from perceptron_gui.base.files import OutputError, write_atomically
from perceptron_gui.views.dialogs.dialogs import Dialogs

if TYPE_CHECKING:
    from perceptron_gui.exercises.making import MadeExercise
    from perceptron_gui.views.lessons.exercises import ExercisesPage

_KINDS = "Score (*.json *.csv)"


class Exercises(QObject):
    """Serves the page of the exercises once it is made."""

    message_shown = Signal(str)

    def __init__(
        self,
        pages: Pages,
        controller: SessionController,
        dialogs: Dialogs,
        add_themed: Callable[[Any], None],
    ) -> None:
        super().__init__(pages)
        self._pages, self._controller, self._dialogs = pages, controller, dialogs
        self._add_themed = add_themed
        pages.exercises_made.connect(self._on_page_made)

    @Slot(object)
    def _on_page_made(self, page: ExercisesPage) -> None:
        self._add_themed(page)
        page.solution_requested.connect(self._on_solution_requested)
        page.save_requested.connect(partial(self._on_save_requested, page))

    @Slot(object)
    def _on_solution_requested(self, made: MadeExercise) -> None:
        """Play the run of an exercise on the plane, as one step of undo."""
        controller, run = self._controller, made.run
        name = f"Exercise {made.name}"
        controller.playback.pause()
        controller.store.update(range=None)
        controller.editing.set_rule(run.rule, name, dataset=run.dataset)
        controller.playback.go_to_start()
        self._pages.stage.show_page(PLANE)
        controller.toggle_playing()
        self.message_shown.emit(f"{name}. Undo brings the points back as they were.")

    def _on_save_requested(self, page: ExercisesPage) -> None:
        from perceptron_gui.exercises.score import score_text

        chosen = self._dialogs.ask_save("score.json", _KINDS)
        if not chosen:
            return
        try:
            text = score_text(page.attempts, Path(chosen).suffix)
            write_atomically(Path(chosen), text.encode())
        except OutputError as error:
            page.show_saved(error.shown)
        else:
            page.show_saved(f"Saved: {chosen}")
