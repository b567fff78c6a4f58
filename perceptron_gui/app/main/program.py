"""The program behind a window: makes all controllers and connects them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, QUrl, Slot
from PySide6.QtGui import QCloseEvent, QDesktopServices
from PySide6.QtWidgets import QDialog

from perceptron_gui.app.explore.exercises import Exercises
from perceptron_gui.app.explore.explore import ExploreController
from perceptron_gui.app.export.commands import FigureCommands
from perceptron_gui.app.files.disk import SHELF, FileReader, FileWriter, Shelf
from perceptron_gui.app.files.files import Files, title_of
from perceptron_gui.app.files.recovery import (
    Recovery,
    default_folder,
    find_rescued,
)
from perceptron_gui.app.lessons.controller import LessonController
from perceptron_gui.app.lessons.homework import Homework
from perceptron_gui.app.lessons.papers import LessonPapers
from perceptron_gui.app.lessons.presenter import PresenterController
from perceptron_gui.app.lessons.stage import LessonStage
from perceptron_gui.app.session.appearance import Appearance, look_of
from perceptron_gui.app.session.controller import SessionController
from perceptron_gui.app.session.data_sets import AxesChooser, DataSets
from perceptron_gui.app.session.plane_tools import PlaneTools
from perceptron_gui.app.session.poll import PollController, Prediction
from perceptron_gui.app.state.app_state import BOUNDARY, AppState, Store
from perceptron_gui.app.state.figure_scheduler import FigurePlace
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.app.window.keys import FieldKeys
from perceptron_gui.app.window.menus import (
    HelpCommands,
    PlotChoices,
    add_recent_menu,
    offer_lectures,
)
from perceptron_gui.app.window.window import MainWindow, application, make_application
from perceptron_gui.base.cancel import Progress, no_progress
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.document.model.history import Document, OpenFile
from perceptron_gui.document.model.session import Session
from perceptron_gui.document.sources import load, load_or_offer
from perceptron_gui.training.jobs import Jobs
from perceptron_gui.views.dialogs.dialogs import Dialogs
from perceptron_gui.views.widgets.theme import apply_theme

from .description import description
from .finder import Finder
from .home import Home, session_picture
from .views import Views, connect_views

if TYPE_CHECKING:
    from perceptron_gui.app.export.exporter import Exporter
    from perceptron_gui.app.export.job import ShownSession

FIRST = "xor"  # what the first start shows
_MESSAGE_MS = 6000  # enough to read a message
_WRITTEN_MS = 20_000  # enough to press the button beside it


class Program(QObject):
    """Owns all controllers of a window; closes with it."""

    def __init__(
        self,
        window: MainWindow,
        first: OpenFile,
        dialogs: Dialogs,
        settings: Settings,
        recovery_folder: Path,
    ) -> None:
        super().__init__(window)
        self.window = window
        self.settings = settings
        self._dialogs = dialogs
        self.jobs = Jobs(self)
        self.store = Store(AppState(Document.opened(first)))
        places: dict[str, FigurePlace] = {BOUNDARY: window.canvas, **window.plots}
        shown_in = places, window.is_seen, window.foot.verdict
        self.controller = SessionController(self.store, self.jobs, *shown_in, self)
        actions, answers = window.actions_by_id, window.canvas.answers
        polling = PollController(actions, window.panels, window)
        self.prediction = Prediction(polling, answers, self.controller.playback, self.store)
        self.views = Views(window, self.store)
        self.reading = FileReader(self.jobs, self)
        editing, writing = self.controller.editing, FileWriter(self.jobs)
        given = editing, self.reading, writing, dialogs, settings
        self.files = Files(*given, lambda: self.controller.cursor, recovery_folder, self)
        self.recovery = Recovery(recovery_folder, self.files.unsaved, self.jobs, parent=self)
        shown_by = window.show_look, window.show_presenting, window.stage
        self.looks = Appearance(window, window.canvas, actions, self.store, settings, *shown_by)
        self._make_views()
        self._help = HelpCommands(window, self._described)
        self._make_sources()
        self.exercises = Exercises(window.pages, self.controller, self._dialogs, window.add_themed)
        self._make_lessons()
        self.finder = Finder(
            window, actions, self.files, settings.recent_files, self.data_sets.choose,
            self.lessons.open, self._help.show_manual,
        )  # fmt: skip
        self.presenter = PresenterController(
            window, actions, self.lessons, self.looks, session_picture
        )
        self._keys = FieldKeys(application(), window.canvas, (window.lectures,), self)
        window.describe = self._described
        window.actions_by_id.connect(self._handlers())
        self._connect()
        self._restore()

    def _make_views(self) -> None:
        """Make the controllers of views: painting, exploring and exporting."""
        window, actions, controller = self.window, self.window.actions_by_id, self.controller
        editing = controller.editing
        PlotChoices(window.panels, editing)
        self.painting = PlaneTools(
            window.canvas, window.table, actions, editing, self.settings, self.jobs
        )
        self.exploring = ExploreController(
            actions, window.pages, window.panels, controller, self.jobs
        )
        self._figures = FigureCommands(
            window.panels, window.export_button, self.store, lambda: self.exporting, self
        )

    def _make_sources(self) -> None:
        """Make the controllers that offer points and rules: data sets, menus and cards."""
        window, settings, actions = self.window, self.settings, self.window.actions_by_id
        editing = self.controller.editing
        self.data_sets = DataSets(
            window.nav.data_button, window.panels, actions, self.controller, settings,
            window.add_themed,
        )  # fmt: skip
        self.axes = AxesChooser(window.canvas, self.controller, window.add_themed)
        add_recent_menu(actions, self.files, settings.recent_files)
        offer_lectures(window.lectures, editing)
        self.home = Home(
            window.pages, actions, self.controller, self.files, settings, partial(load, FIRST),
            window.add_themed,
        )  # fmt: skip

    def _make_lessons(self) -> None:
        window, actions = self.window, self.window.actions_by_id
        stage = LessonStage(
            self.store, self.files, actions, window.pages, window.panels, window.middle
        )
        polling = PollController(actions, window.panels, window)
        given = self.store, self.files, self.jobs, stage, polling, actions, self.looks
        self.lessons = LessonController(*given, window.add_themed)
        self.homework = Homework(self.store, self.jobs, self.lessons, stage, actions)
        service = self._dialogs, self.settings, self.jobs
        self.papers = LessonPapers(self.lessons, *service, window.foot.reading, window)

    @cached_property
    def exporting(self) -> Exporter:
        """The exporter; made late because it loads all formats."""
        from perceptron_gui.app.export.exporter import Exporter

        exporting = Exporter(self._shown, self._dialogs, self.settings, self.jobs, self.window)
        exporting.message_shown.connect(self._show_message)
        exporting.figure_written.connect(self._on_figure_written)
        exporting.figure_copied.connect(lambda view: self._show_message(f"Copied: {view}"))
        return exporting

    def _handlers(self) -> dict[str, Callable[..., object]]:
        files = self.files
        found: dict[str, Callable[..., object]] = {
            "file.new": files.new,
            "file.open": files.open,
            "file.save": files.save,
            "file.save_as": files.save_as,
            "file.import": files.import_data,
            "file.quit": self.window.close,
            "lesson.presenter": self.presenter.set_open,
            "view.reset": partial(self.window.show_layout, None),
            "view.plot": self.window.panels.show_next,
        }
        for commands in (self.controller, self.looks, self.painting, self.data_sets):
            found |= commands.handlers
        found |= self.home.handlers | self.lessons.handlers | self.finder.handlers
        for others in (self.exploring, self._figures, self._help, self.papers):
            found |= others.handlers
        return found

    def _described(self) -> dict[str, Any]:
        seen = description(self.window, self.store.state)
        told = {"prediction": self.prediction.described, "lesson": self.lessons.described}
        return seen | told | {"homework": self.homework.described}

    def _connect(self) -> None:
        connect_views(self.window, self.controller)
        window, files = self.window, self.files
        editing = self.controller.editing
        window.close_requested.connect(self._on_close_requested)
        window.files_dropped.connect(files.drop)
        self.home.lesson_requested.connect(self.lessons.open)
        self.home.card_opened.connect(window.canvas.setFocus)
        self.lessons.step_shown.connect(self._on_step_shown)
        files.data_imported.connect(self._on_data_imported)
        self.data_sets.data_chosen.connect(self.painting.fit_grid)
        self.data_sets.data_chosen.connect(self.home.leave)
        self.reading.show_in(window.foot.reading)
        self.papers.file_written.connect(self._on_figure_written)
        self.store.subscribe(lambda state: title_of(state.document), window.setWindowTitle)
        self.store.subscribe(
            lambda state: (state.document.origin, state.session.dataset.dimension),
            self._begin_painting,
        )
        self.store.subscribe(
            lambda state: (state.document.undo_name, state.document.redo_name),
            self._on_steps_changed,
        )
        files.session_saved.connect(self.recovery.keep)
        # This also replaces the message of a save that failed.
        files.session_saved.connect(lambda path: self._show_message(f"Saved: {path}"))
        files.file_read.connect(self.offer_rescued)
        self.store.subscribe(lambda state: state.session, lambda _: self.recovery.note_change())
        window.foot.restore.clicked.connect(self._on_restore_clicked)
        window.foot.written.open_requested.connect(self._on_open_requested)
        self.looks.presented.connect(self.prediction.polling.refresh)
        self.looks.presented.connect(self._put_down_tool)
        editing.request_refused.connect(self._show_message)
        editing.preset_applied.connect(self._show_message)
        self.recovery.problem_found.connect(self._show_message)
        self.controller.screen.options_refused.connect(self._show_message)
        sources = (files, self.painting, self.data_sets, self._figures, self.papers)
        for source in (*sources, self.exploring, self.exercises, self.lessons):
            source.message_shown.connect(self._show_message)

    def _restore(self) -> None:
        """Restore layout, speed, tools and menus as the user left them."""
        settings, window = self.settings, self.window
        if settings.geometry:
            window.restoreGeometry(settings.geometry)
        window.show_layout(settings.layout or None)  # after the window has its size
        self.controller.playback.set_speed(settings.speed)
        self.looks.restore()
        window.actions_by_id.check("file.start_last", settings.start_last)
        self.painting.restore()

    def _begin_painting(self, _opened: object) -> None:
        self.painting.begin()
        self._put_down_tool()

    @Slot()
    def _put_down_tool(self) -> None:
        """Let a click change nothing in front of a class, until Add is chosen there."""
        if self.looks.is_presenting:
            self.painting.take("move")

    @Slot()
    def _on_step_shown(self) -> None:
        lessons = self.lessons
        steps = len(lessons.lesson.steps) if lessons.lesson is not None else 0
        said = f"step {lessons.number + 1} of {steps}" if steps else ""
        self.window.stage.corner.show_step(said)
        self.home.note_step(self.lessons.lesson, self.lessons.number)
        if self.window.canvas.isVisible():
            self.window.canvas.setFocus()

    def begin(self, is_named: bool) -> None:
        """Offer recovered work and show warnings; `is_named` if the user named a file to open."""
        self.recovery.tidy(self.settings.written_folders(), self.settings.path)
        if self.files.path or not is_named:
            self.offer_rescued(self.files.path if is_named else "")
        # What is found here is not kept, so that its lock is free again.
        if is_named and any(find_rescued(self.recovery.folder.parent)):
            self._show_message("Unsaved work of an earlier window is kept.", _WRITTEN_MS)
            self.window.foot.restore.show()
        if self.files.warning:
            self._show_message(self.files.warning, _WRITTEN_MS)

    @Slot(str)
    def offer_rescued(self, path: str = "") -> None:
        """Offer recovered work on a file, or all of it if there is no path."""
        self.recovery.recover(self._dialogs.ask_recover, self.files, path)

    @Slot()
    def _on_restore_clicked(self) -> None:
        """Open the newest of what earlier windows left; nobody has to confirm what was clicked."""
        if self.files.may_leave():
            self.recovery.recover(lambda _name, _when: "recover", self.files)
            self._show_message("")

    def _on_steps_changed(self, steps: tuple[str, str]) -> None:
        for name, step in zip(("undo", "redo"), steps, strict=True):
            action = self.window.actions_by_id.by_id[f"edit.{name}"]
            words = f"{step[:1].lower()}{step[1:]}".replace("&", "&&")
            action.setText(f"&{name.title()} {words}".rstrip())
            action.setEnabled(bool(step))

    @Slot(str)
    def _show_message(self, message: str, milliseconds: int = _MESSAGE_MS) -> None:
        """Show a message in place of the status for a while; an empty one clears it."""
        if message:
            self.window.foot.showMessage(message, milliseconds)
        else:
            self.window.foot.clearMessage()

    @Slot(str, str)
    def _on_figure_written(self, path: str, remark: str) -> None:
        self._show_message(f"Written: {path}{remark and f' ({remark})'}", _WRITTEN_MS)
        self.window.foot.written.show_path(path)

    @Slot(str)
    def _on_open_requested(self, path: str) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(path)):
            self._show_message(f"No program opens {path}")

    def _shown(self) -> ShownSession:
        """Return what is on screen. Must not be called while a run is awaited."""
        from perceptron_gui.app.export.job import ShownSession

        state = self.store.state
        assert not state.is_awaited
        views = {**state.session.views, **self.window.pages.view_options}
        session = replace(state.session, views=views)
        return ShownSession(session, state.run, state.moment.visits_made, state.document.name)

    @Slot()
    def _on_data_imported(self) -> None:
        self.store.update(range=None)
        self.painting.fit_grid()

    @Slot(object)
    def _on_close_requested(self, event: QCloseEvent) -> None:
        if not self.files.may_leave():
            event.ignore()
            return
        self.lessons.close()
        self.presenter.close()
        if self.looks.is_presenting:
            self.looks.present(False)
        self.window.middle.put_back()
        self.settings.layout = bytes(self.window.panels.state().data())
        self.settings.geometry = bytes(self.window.saveGeometry().data())
        self.settings.speed = self.controller.playback.speed
        self.settings.save()
        self.close()

    def close(self) -> None:
        """End every thread and leave nothing behind."""
        self._end_work()
        self.recovery.close()

    def break_off(self) -> bool:
        """End every thread without asking; tell whether unsaved work was kept."""
        kept = self.recovery.keep_now()
        self._end_work()
        return kept is not None

    def _end_work(self) -> None:
        self._keys.close()
        self.window.foot.clearMessage()
        self.reading.cancel()
        self.exploring.close()
        self.controller.close()
        self.files.close()  # may wait for a job
        self.jobs.close()
        if "exporting" in vars(self):
            self.exporting.close()
        for dialog in self.window.findChildren(QDialog):
            dialog.reject()


def make_window(
    argv: list[str],
    *,
    dialogs: Dialogs | None = None,
    settings: Settings | None = None,
    recovery_folder: Path | None = None,
    progress: Progress = no_progress,
) -> MainWindow:
    """Build the window with the data that `argv` names."""
    app = make_application()
    folder = recovery_folder or default_folder()
    # A session that was left without a file is opened as one that has none.
    is_left = bool(argv) and Shelf(folder / SHELF).has(argv[0])
    source = load_or_offer(argv[0], progress) if argv and not is_left else load(FIRST)
    # The classes of a table with more than two are chosen when the window is there; what is shown
    # until then starts at 0, as a table does.
    shown = Session(make(LIBRARY[FIRST]), name=FIRST)
    first = OpenFile(shown) if isinstance(source, str) else source
    settings = settings or Settings()
    # Before the window is made: widgets keep the font they are made with.
    apply_theme(app, *look_of(settings))
    window = MainWindow()
    program = window.program = Program(window, first, dialogs or Dialogs(window), settings, folder)
    if isinstance(source, str):
        QTimer.singleShot(0, program, partial(program.files.import_data, source))
    if is_left:
        program.files.open(argv[0])
    return window
