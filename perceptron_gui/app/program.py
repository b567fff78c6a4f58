"""The program behind a window: lesson, files, exports, looks and rescue, put together once."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QCloseEvent, QCursor, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu

from perceptron_gui import __version__
from perceptron_gui.core.errors import InputError
from perceptron_gui.core.library import LIBRARY
from perceptron_gui.document.session import Session
from perceptron_gui.views.about_dialog import AboutDialog
from perceptron_gui.views.dialogs import Dialogs
from perceptron_gui.views.sentences import sentence
from perceptron_gui.views.shortcut_sheet import ShortcutRow, ShortcutSheet

from .actions import ACTIONS
from .describe import describe
from .export_job import ShownLesson
from .exporting import Exporting
from .files import Cursor, Files
from .importing import Importing
from .keys import FieldKeys
from .lesson import Lesson
from .looks import Looks
from .main_window import MainWindow
from .open_file import OpenFile
from .pasting import pasted
from .recovery import Recovery
from .screen import BOUNDARY
from .settings import Settings

_MADE_WITH = ("PySide6", "pyqtgraph", "numpy", "numba", "matplotlib")


class Program(QObject):
    """Owns everything that is not seen; ends when its window closes."""

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
        self.lesson = Lesson(window, first.session)
        self.files = Files(self.lesson.editing, dialogs, settings, self._cursor, self, first)
        self.importing = Importing(self.lesson.editing, dialogs, settings, self)
        self.exporting = Exporting(self._shown, dialogs, settings, window)
        self.recovery = Recovery(recovery_folder, self.files.unsaved, parent=self)
        self.looks = Looks(window, settings)
        self._keys = FieldKeys(self)
        self._sheet: ShortcutSheet | None = None
        self._label = 1
        self._recent = QMenu("Open &recent", window)
        window.describer = partial(describe, window, self.lesson)
        window.actions_by_id.connect({**self.lesson.handlers, **self._handlers()})
        self._fill_menus()
        self._connect()
        self._restore()

    def _handlers(self) -> dict[str, Callable[..., object]]:
        looks, canvas = self.looks, self.window.canvas
        found: dict[str, Callable[..., object]] = {
            "file.new": self.files.new,
            "file.open": self.files.open,
            "file.save": self.files.save,
            "file.save_as": self.files.save_as,
            "file.import": self.importing.import_data,
            "file.export": self._export,
            "file.quick_export": self._quick_export,
            "file.copy_figure": self._copy_figure,
            "file.quit": self.window.close,
            "edit.copy": self._copy_points,
            "edit.paste": self._paste_points,
            "points.snap": self._set_snap,
            "view.larger": looks.larger,
            "view.smaller": looks.smaller,
            "view.normal": looks.normal,
            "view.presentation": looks.present,
            "view.reset": self._reset_layout,
            "help.shortcuts": self._show_keys,
            "help.details": self._copy_details,
            "help.about": self._show_about,
            "class.minus": partial(self._set_class, -1),
            "class.plus": partial(self._set_class, 1),
        }
        for name in ("add", "move", "select", "erase", "brush"):
            found[f"tool.{name}"] = partial(canvas.show_tool, name)
        for name in ("light", "dark", "projector", "contrast"):
            found[f"theme.{name}"] = partial(looks.set_theme, name)
        return found

    def _connect(self) -> None:
        window, files = self.window, self.files
        editing, status = self.lesson.editing, window.status
        window.close_requested.connect(self._on_close_requested)
        window.files_dropped.connect(files.drop)
        files.title_changed.connect(window.setWindowTitle)
        files.recent_changed.connect(self._on_recent_changed)
        files.session_opened.connect(self._on_session_opened)
        files.session_saved.connect(self.recovery.note_saved)
        editing.session_changed.connect(self.recovery.note_change)
        editing.steps_changed.connect(self._on_steps_changed)
        editing.request_refused.connect(status.show_problem)
        window.canvas.hint_changed.connect(window.read_out.show_hint)
        window.canvas.pointed_at.connect(self._on_pointed_at)
        window.table.paste_requested.connect(self._paste_text)
        for source in (files, self.importing, self.exporting):
            source.message_shown.connect(status.show_problem)
        self.recovery.problem_found.connect(status.show_problem)
        self.exporting.figure_written.connect(self._on_figure_written)
        self.exporting.figure_copied.connect(self._on_figure_copied)
        app = QApplication.instance()
        assert app is not None
        app.installEventFilter(self._keys)

    def _restore(self) -> None:
        """Let everything be as the user left it."""
        settings, window = self.settings, self.window
        window.show_layout(settings.layout or None)
        if settings.geometry:
            window.restoreGeometry(settings.geometry)
        self.lesson.playback.set_speed(settings.speed)
        window.actions_by_id.check("class.plus")
        window.actions_by_id.check("tool.add")
        window.actions_by_id.check("points.snap", settings.snaps)
        self._set_class(1)
        window.canvas.show_tool("add")
        self._set_snap(settings.snaps)
        self._on_recent_changed(settings.recent_files())
        window.setWindowTitle(self.files.title)
        self._on_steps_changed("", "")

    def _fill_menus(self) -> None:
        file_menu = self.window.actions_by_id.menus["File"]
        before = self.window.actions_by_id.by_id["file.save"]
        file_menu.insertMenu(before, self._recent)
        data = QMenu("&Data sets", self.window)
        data.setToolTipsVisible(True)
        for entry in LIBRARY.values():
            action = data.addAction(entry.name)
            action.setToolTip(entry.teaches)
            action.triggered.connect(partial(self._open_named, entry.name))
        file_menu.insertMenu(before, data)

    def _open_named(self, name: str, _checked: bool = False) -> None:
        self.files.open(name)

    @Slot(object)
    def _on_recent_changed(self, paths: tuple[str, ...]) -> None:
        self._recent.clear()
        for path in paths:
            self._recent.addAction(Path(path).name).triggered.connect(
                partial(self._open_named, path)
            )
        self._recent.setEnabled(bool(paths))

    @Slot(object, str)
    def _on_session_opened(self, session: Session, _path: str) -> None:
        self.lesson.open_at(session.cursor)

    @Slot(str, str)
    def _on_steps_changed(self, undo: str, redo: str) -> None:
        for name, step in (("undo", undo), ("redo", redo)):
            action = self.window.actions_by_id.by_id[f"edit.{name}"]
            action.setText(f"&{name.title()} {step[:1].lower()}{step[1:]}".rstrip())
            action.setEnabled(bool(step))

    @Slot(object)
    def _on_pointed_at(self, place: tuple[float, float] | None) -> None:
        self.window.read_out.show_place(place, self.lesson.score_at(place))

    @Slot(str)
    def _on_figure_written(self, path: str) -> None:
        self.window.read_out.show_hint(f"Written: {path}")

    @Slot(str)
    def _on_figure_copied(self, view: str) -> None:
        self.window.read_out.show_hint(f"Copied: {view}")

    def _cursor(self) -> Cursor:
        run, moment = self.lesson.run, self.lesson.playback.moment
        return "end" if run is not None and moment.visit == run.visits else moment.visit

    def _shown(self) -> ShownLesson:
        lesson = self.lesson
        visit = lesson.playback.moment.visits_made
        return ShownLesson(lesson.editing.session, lesson.run, visit, self.files.name)

    def _pointed_view(self) -> str:
        """Return the view under the pointer; the canvas where there is none."""
        under = QApplication.widgetAt(QCursor.pos())
        for name, plot in self.window.plots.items():
            if under is not None and (under is plot or plot.isAncestorOf(under)):
                return name
        return BOUNDARY

    def _export(self) -> None:
        self.exporting.show_dialog(self._pointed_view())

    def _quick_export(self) -> None:
        self.exporting.quick_export(self._pointed_view())

    def _copy_figure(self) -> None:
        self.exporting.copy_figure(self._pointed_view())

    def _copy_points(self) -> None:
        self.window.table.copy_selection()

    def _paste_points(self) -> None:
        self._paste_text(QGuiApplication.clipboard().text())

    @Slot(str)
    def _paste_text(self, text: str) -> None:
        editing = self.lesson.editing
        try:
            edit = pasted(text, editing.session.dataset, self._label)
        except InputError as error:
            self.window.status.show_problem(sentence(error))
            return
        editing.edit_points(f"Paste {len(edit.labels)} points", edit)

    def _set_class(self, label: int) -> None:
        self._label = label
        self.window.canvas.show_class(label)
        self.window.table.show_class(label)

    def _set_snap(self, snaps: bool) -> None:
        self.settings.snaps = snaps
        self.window.canvas.show_snap(self.settings.snap_step if snaps else None)

    def _reset_layout(self) -> None:
        self.window.show_layout(None)

    def _show_keys(self) -> None:
        rows = [ShortcutRow(spec.menu, spec.name, spec.keys, spec.tip) for spec in ACTIONS]
        self._sheet = ShortcutSheet(rows, self.window)
        self._sheet.show()

    def _copy_details(self) -> None:
        details = {"version": __version__, **self.window.describe()}
        QGuiApplication.clipboard().setText(json.dumps(details, indent=1, ensure_ascii=False))

    def _show_about(self) -> None:
        AboutDialog(__version__, _MADE_WITH, self.window).open()

    @Slot(object)
    def _on_close_requested(self, event: QCloseEvent) -> None:
        if not self.files.may_leave():
            event.ignore()
            return
        if self.looks.is_presenting:
            self.looks.present(False)
        self.settings.layout = bytes(self.window.layout_state().data())
        self.settings.geometry = bytes(self.window.saveGeometry().data())
        self.settings.speed = self.lesson.playback.speed
        self.settings.save()
        self.close()

    def close(self) -> None:
        """End every thread; nothing is left behind."""
        app = QApplication.instance()
        if app is not None:
            app.removeEventFilter(self._keys)
        self.exporting.close()
        self.lesson.close()
        self.recovery.close()
