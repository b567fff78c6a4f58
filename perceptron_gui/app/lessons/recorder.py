"""A lesson made of what is on screen: a file begun, and a step added whenever that is asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from perceptron_gui.app.files.files import Files
from perceptron_gui.app.files.open_file import name_of
from perceptron_gui.app.window.window import MainWindow
from perceptron_gui.base.errors import InputError, window_sentence
from perceptron_gui.base.files import OutputError, exists, file_name, write_atomically
from perceptron_gui.lessons.reader import ENDING
from perceptron_gui.lessons.scenes import PANELS, PLANE, Scene, page_names
from perceptron_gui.training.jobs import Jobs, Task
from perceptron_gui.views.dialogs.dialogs import Dialogs
from perceptron_gui.views.widgets.stage import is_seen

if TYPE_CHECKING:
    from perceptron_gui.lessons.writer import DraftStep

KINDS = f"Lessons (*{ENDING})"


class LessonRecorder(QObject):
    """Writes scenes into a file; what is edited there meanwhile by hand stays."""

    message_shown = Signal(str)

    def __init__(self, window: MainWindow, files: Files, dialogs: Dialogs, jobs: Jobs) -> None:
        super().__init__(window)
        self._window, self._files, self._dialogs, self._jobs = window, files, dialogs, jobs
        self._steps: list[DraftStep] = []
        self._path = Path()
        self._add_action = window.actions_by_id.by_id["lesson.add_step"]
        self._add_action.setEnabled(False)

    @property
    def handlers(self) -> dict[str, Callable[..., object]]:
        """What the actions that make lessons do."""
        return {"lesson.make": self.begin, "lesson.add_step": self.add_step}

    def begin(self) -> None:
        """Ask for a file, and make what is on screen its first step."""
        folder = Path(self._files.path).parent if self._files.path else Path()
        suggested = str(folder / f"{file_name(self._files.name)}{ENDING}")
        chosen = self._dialogs.ask_save(suggested, KINDS)
        if not chosen:
            return
        path = Path(chosen if chosen.lower().endswith(ENDING) else chosen + ENDING)
        if str(path) != chosen and exists(path) and not self._dialogs.ask_overwrite(str(path)):
            return
        self._path, self._steps = path, []
        self._add(is_first=True)

    def add_step(self) -> None:
        """Add what is on screen to the file."""
        self._add(is_first=False)

    def _add(self, is_first: bool) -> None:
        from perceptron_gui.lessons.writer import DraftStep  # which nobody needs at the start

        steps = [*self._steps, DraftStep(f"Step {len(self._steps) + 1}", self._scene())]
        path, title = self._path, name_of(str(self._path)) or "A lesson"

        def write(_task: Task) -> list[DraftStep]:
            _write(path, title, steps, is_first)
            return steps

        self._jobs.submit(
            write, key="write lesson", on_done=self._on_written, on_failed=self._on_failed
        )

    def _scene(self) -> Scene:
        window, page = self._window, self._window.pages.shown
        panels = tuple(name for name in PANELS if is_seen(window.docks[name]))
        known = page_names()
        return Scene(self._files.current().session, known.get(page, PLANE), panels)

    def _on_written(self, steps: list[DraftStep]) -> None:
        self._steps = steps
        self._add_action.setEnabled(True)
        words = f"Step {len(steps)} is written to {self._path.name}"
        self.message_shown.emit(f"{words}; Lesson ▸ Add a step adds the next one")

    def _on_failed(self, error: Exception) -> None:
        self.message_shown.emit(window_sentence(error))


def _write(path: Path, title: str, steps: list[DraftStep], is_first: bool) -> None:
    """Write the first step, or add the last one to what is there. Runs in the background."""
    from perceptron_gui.lessons.writer import draft_lesson

    written = draft_lesson(title, steps)
    if not is_first:
        try:
            there = path.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise InputError(f"{path}: the lesson cannot be read to add a step") from error
        # What is added to a lesson stands at its end.
        written = there.rstrip("\n") + "\n" + written[len(draft_lesson(title, steps[:-1])) :]
    try:
        write_atomically(path, written.encode())
    except OSError as error:
        raise OutputError(f"{path}: cannot be written ({error.strerror})") from error
