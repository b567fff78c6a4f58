"""The cards of the start page, and what they open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from perceptron_gui.app.files.files import Files
from perceptron_gui.app.session.controller import SessionController
from perceptron_gui.app.session.data_sets import data_card
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.app.window.actions import ActionSet
from perceptron_gui.app.window.pages import PLANE, START, Pages
from perceptron_gui.base.errors import InputError
from perceptron_gui.base.text import count
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import GROUPS, LECTURES
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.history import OpenFile
from perceptron_gui.document.model.session import Session
from perceptron_gui.document.sources import load
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.view import draw
from perceptron_gui.lessons.lesson import LessonHeading
from perceptron_gui.lessons.reader import headings, lesson_named

if TYPE_CHECKING:
    from perceptron_gui.views.data.cards import Card
    from perceptron_gui.views.data.start import StartPage

FIRST, EMPTY = "first", "empty"
_LESSON = "lesson"
_MOST_FILES = 7  # recent files
_LARGEST_FILE = 300_000  # bytes; larger files get no picture
_MOST_POINTS, _MOST_VISITS = 40, 2000  # larger sessions get no line on their card


class StartCards(QObject):
    """Fills the start page with cards, and opens the one that is clicked or played."""

    lesson_requested = Signal(str)  # the name of a lesson
    card_opened = Signal()

    def __init__(
        self,
        pages: Pages,
        actions: ActionSet,
        controller: SessionController,
        files: Files,
        settings: Settings,
        first: Callable[[], OpenFile],
        add_themed: Callable[[Any], None],
    ) -> None:
        super().__init__(pages)
        self._pages, self._controller, self._add_themed = pages, controller, add_themed
        self._files, self._settings, self._first = files, settings, first
        self._store = controller.store
        # The key of the opened card, and the document it opened.
        self._opened = FIRST if not files.path else "", self._store.state.document.origin
        self._page: StartPage | None = None
        pages.start_made.connect(self._on_page_made)
        pages.stage.page_changed.connect(self._on_page_changed)
        for name, action in actions.by_id.items():
            if name.startswith("play."):
                action.triggered.connect(self._on_played)

    @property
    def handlers(self) -> dict[str, Callable[..., object]]:
        """What the actions about the start do."""
        return {"file.start_page": self.open, "file.start_last": self._set_start_last}

    def open(self) -> None:
        """Show the page, as at the start of the program."""
        self._pages.stage.show_page(START)

    def cards(self) -> Mapping[str, tuple[Card, ...]]:
        """Return all cards, in groups."""
        from perceptron_gui.views.data.cards import Card

        session = self._first().session
        classics = (
            Card(FIRST, "XOR, the classic", "No line separates it: the weights repeat",
                 partial(_picture, session)),
            Card(EMPTY, "Empty plane", "Paint your own points", _nothing),
        )  # fmt: skip
        files = tuple(
            Card(f"file:{path}", Path(path).stem, path, partial(_file_picture, path))
            for path in self._settings.recent_files()[:_MOST_FILES]
        )
        groups = {"Quick start": classics, "Last sessions": files}
        for heading in headings():
            lecture = LECTURES.get(heading.lecture)
            title = f"Lessons: {lecture}" if lecture else "Other lessons"
            groups[title] = (*groups.get(title, ()), _lesson_card(heading))
        for title, entries in GROUPS.items():
            groups[title] = tuple(data_card(each, f"data:{each.name}") for each in entries)
        return groups

    def _on_page_made(self, page: StartPage) -> None:
        self._page = page
        self._add_themed(page)
        page.chosen.connect(self.choose)
        page.show_cards(self.cards(), self._open_card or FIRST)

    @Slot(str)
    def _on_page_changed(self, name: str) -> None:
        if name == START and self._page is not None:
            self._controller.playback.pause()
            self._page.show_cards(self.cards(), self._page.marked or FIRST)

    @property
    def _open_card(self) -> str:
        """The key of the card that is open, or an empty text."""
        key, origin = self._opened
        return key if self._store.state.document.origin is origin else ""

    @Slot(str)
    def choose(self, key: str) -> None:
        """Open what a card shows, and go to the plane."""
        if self._open(key):
            self._opened = key, self._store.state.document.origin
            if self._page is not None:
                self._page.marked = key
            self._pages.stage.show_page(PLANE)
            self.card_opened.emit()

    def _open(self, key: str) -> bool:
        kind, _, name = key.partition(":")
        if key == self._open_card and not self._files.is_changed:
            return True
        if kind == EMPTY:
            return self._files.new()
        if kind == FIRST:
            return self._files.use(self._first())
        if kind == _LESSON:
            self.lesson_requested.emit(name)
            return False  # opening the lesson leaves the page
        return self._files.open(name)

    @Slot()
    def _on_played(self) -> None:
        """Open the marked card, so that a key that plays on this page plays its session."""
        if self._pages.shown == START and self._page is not None:
            self.choose(self._page.marked or FIRST)

    def _set_start_last(self, chosen: bool) -> None:
        self._settings.start_last = chosen


def _nothing() -> Dataset:
    return Dataset.of([], [])


def _lesson_card(heading: LessonHeading) -> Card:
    from perceptron_gui.views.data.cards import Card

    tip = "\n".join((f"{heading.source}, {count(heading.minutes, 'minute')}", *heading.goals))
    draw_it = partial(_lesson_picture, heading.name)
    return Card(f"{_LESSON}:{heading.name}", heading.title, tip, draw_it)


def _lesson_picture(name: str) -> Figure | Dataset:
    """Return the end of the first run of a lesson: that tells lessons apart best."""
    return _picture(replace(lesson_named(name).steps[0].scene.session, cursor="end"))


def _file_picture(path: str) -> Figure | Dataset:
    """Return the picture of a file; nothing if it is large or unreadable."""
    try:
        if Path(path).stat().st_size <= _LARGEST_FILE:
            return _picture(load(path).session)
    except (InputError, OSError):
        pass
    return _nothing()


def _picture(session: Session) -> Figure | Dataset:
    """Return the plane of a small session with its line, or only the points."""
    from perceptron_gui.figures.pictures.boundary import VIEW
    from perceptron_gui.views.data.start import ASPECT

    dataset = session.dataset
    if dataset.dimension != 2 or not 0 < len(dataset) <= _MOST_POINTS:
        return dataset
    run = Run(dataset, session.rules[session.shown])
    run.advance(_MOST_VISITS)
    cursor = run.visits if session.cursor == "end" else min(session.cursor, run.visits)
    drawn = draw(VIEW, dataset, run, cursor, replace(VIEW.options(), aspect=ASPECT))
    return drawn if isinstance(drawn, Figure) else dataset
