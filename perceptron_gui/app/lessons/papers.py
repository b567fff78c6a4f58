"""What a teacher makes of a lesson: handouts, pages and homework, and the grades of a class."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from perceptron_gui.app.state.settings import Settings
from perceptron_gui.base.errors import InputError, window_sentence
from perceptron_gui.base.files import OutputError, write_atomically
from perceptron_gui.base.resources import VERSION
from perceptron_gui.training.jobs import Jobs, Task
from perceptron_gui.views.chrome.status import WorkStrip
from perceptron_gui.views.dialogs.dialogs import Dialogs

from .controller import LessonController

if TYPE_CHECKING:
    from perceptron_gui.lessons.grades import GradedFile
    from perceptron_gui.lessons.lesson import Lesson
    from perceptron_gui.views.lessons.grades import GradesDialog

_FORMATS = {"PDF": ".pdf", "Markdown": ".md"}
_CANCEL = "Stop this work; nothing is written"


class LessonPapers(QObject):
    """Writes files of the lesson that is open, and grades folders, in the background."""

    message_shown = Signal(str)
    file_written = Signal(str, str)  # its path, and what is to be known of it

    def __init__(
        self,
        lessons: LessonController,
        dialogs: Dialogs,
        settings: Settings,
        jobs: Jobs,
        strip: WorkStrip,
        window: QWidget,
    ) -> None:
        """Progress is shown in `strip`, whose button cancels the work."""
        super().__init__(lessons)
        self._lessons, self._dialogs, self._settings = lessons, dialogs, settings
        self._jobs, self._strip, self._window = jobs, strip, window
        self._work: Task | None = None
        self.grades: GradesDialog | None = None  # the last table that was shown
        strip.pressed.connect(self.cancel)

    @property
    def handlers(self) -> dict[str, Callable[..., object]]:
        return {
            "lesson.handout": self.write_handout,
            "lesson.page": self.write_page,
            "lesson.homework": self.write_homework,
            "lesson.grade": self.grade_folder,
        }

    @property
    def _lesson(self) -> Lesson:
        assert self._lessons.lesson is not None  # the actions are offered with one only
        return self._lessons.lesson

    def write_handout(self) -> None:
        """Ask which kind of handout, and where to put it."""
        from perceptron_gui.export.handouts.content import KINDS

        lesson = self._lesson
        choices = {
            f"{kind.capitalize()}, {name}": (kind, ending)
            for kind in KINDS
            for name, ending in _FORMATS.items()
        }
        words = "Write handout", "What, and as which kind of file:"
        chosen = self._dialogs.ask_one_of(words, list(choices), 0)
        if chosen is not None:
            kind, ending = list(choices.values())[chosen]
            self._write(f"{lesson.name}-{kind}{ending}", partial(_write_handout, lesson, kind))

    def write_page(self) -> None:
        """Ask where to put the page for the browser."""
        self._write(f"{self._lesson.name}.html", partial(_write_page, self._lesson))

    def write_homework(self) -> None:
        """Ask which task, where there are several, and where to put it."""
        from perceptron_gui.lessons.homework import task_steps

        lesson = self._lesson
        titles = {number: step.title for number, (step, _) in task_steps(lesson).items()}
        if not titles:
            self.message_shown.emit("This lesson has no task; open another one.")
            return
        numbers, first = list(titles), self._lessons.number + 1
        place: int | None = 0
        if len(numbers) > 1:
            place = self._dialogs.ask_one_of(
                ("Write homework", "The task of:"),
                [f"Step {number}: {title}" for number, title in titles.items()],
                numbers.index(first) if first in numbers else 0,
            )
        if place is not None:
            self._write(f"{lesson.name}.json", partial(_write_homework, lesson, numbers[place]))

    def grade_folder(self) -> None:
        """Ask for a folder and check what is in it; a lesson that is open may be one's own."""
        folder = self._dialogs.ask_folder(self._settings.folder)
        if folder:
            lesson = self._lessons.lesson
            lessons = {} if lesson is None else {lesson.name: lesson}
            self._begin(
                f"Grading {Path(folder).name}",
                partial(_grade, folder, lessons),
                partial(self._on_graded, Path(folder)),
            )

    @Slot()
    def cancel(self) -> None:
        """Cancel the work; a file that is being put in its place already is waited for."""
        if self._work is not None:
            self._work.cancel()
            if not self._work.is_pending:
                self._end()

    def _write(self, name: str, work: Callable[[Path, Task], str]) -> None:
        suggested = Path(self._settings.folder, name)
        kinds = f"{suggested.suffix[1:].upper()} (*{suggested.suffix})"
        path = self._dialogs.ask_path(suggested, kinds)
        if path is not None:
            on_done = partial(self._on_written, path)
            self._begin(f"Writing {path.name}", partial(work, path), on_done)

    def _begin(
        self, words: str, work: Callable[[Task], Any], on_done: Callable[[Any], object]
    ) -> None:
        self.cancel()

        def show(done: int, total: int) -> None:
            share = done / max(total, 1)
            self._strip.show_work(words, words, share, "Cancel", _CANCEL)

        show(0, 1)
        self._work = self._jobs.submit(
            work, key="papers", on_done=on_done, on_failed=self._on_failed, on_progress=show
        )

    def _end(self) -> None:
        self._work = None
        self._strip.hide()

    def _on_failed(self, error: Exception) -> None:
        self._end()
        self.message_shown.emit(window_sentence(error))

    def _on_written(self, path: Path, remark: str) -> None:
        self._end()
        self.file_written.emit(str(path), remark)

    def _on_graded(self, folder: Path, graded: Sequence[GradedFile]) -> None:
        from perceptron_gui.lessons.grades import solved_text
        from perceptron_gui.views.lessons.grades import GradesDialog

        self._end()
        self.message_shown.emit(f"{solved_text(graded)}.")
        dialog = self.grades = GradesDialog(graded, self._window)
        dialog.save_requested.connect(partial(self._save_grades, dialog, folder, graded))
        dialog.open()

    def _save_grades(
        self, dialog: GradesDialog, folder: Path, graded: Sequence[GradedFile]
    ) -> None:
        from perceptron_gui.lessons.grades import grades_csv

        # Beside the folder: in it, the table would be graded next time.
        path = self._dialogs.ask_path(folder.with_name(f"{folder.name}.csv"), "CSV (*.csv)")
        if path is None:
            return
        try:
            write_atomically(path, grades_csv(graded).encode())
        except OutputError as error:
            dialog.show_saved(window_sentence(error))
        else:
            dialog.show_saved(f"Saved: {path}")


def _write_handout(lesson: Lesson, kind: str, path: Path, task: Task) -> str:
    from perceptron_gui.export.handouts.content import handout_of
    from perceptron_gui.export.handouts.files import save_handout
    from perceptron_gui.figures.model.theme import DEFAULT, THEMES

    theme = THEMES[DEFAULT]
    return save_handout(handout_of(lesson, kind), path, theme, task.report, task.commit)


def _write_page(lesson: Lesson, path: Path, task: Task) -> str:
    from perceptron_gui.export.handouts.web import lesson_page
    from perceptron_gui.figures.model.theme import DEFAULT, THEMES

    content = lesson_page(lesson, THEMES[DEFAULT], task.report)
    task.commit()
    write_atomically(path, content)
    return ""


def _write_homework(lesson: Lesson, number: int, path: Path, task: Task) -> str:
    from perceptron_gui.document.model.session import write_session
    from perceptron_gui.lessons.homework import homework

    content = write_session(homework(lesson, number, VERSION))
    task.commit()
    write_atomically(path, content.encode())
    return ""


def _grade(folder: str, lessons: Mapping[str, Lesson], task: Task) -> list[GradedFile]:
    from perceptron_gui.lessons.grades import files_in, grade_files

    try:
        files = files_in(folder)
    except OSError as error:
        raise InputError(f"{folder}: cannot be read ({error.strerror})") from error
    return grade_files(files, lessons, progress=task.report)
