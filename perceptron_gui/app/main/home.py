"""The cards of Home, and what they open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
from perceptron_gui.app.window.pages import HOME, PLANE, Pages
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
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.lessons.lesson import TOPICS, LessonHeading
from perceptron_gui.lessons.reader import headings, lesson_named

if TYPE_CHECKING:
    from perceptron_gui.views.data.cards import Card
    from perceptron_gui.views.data.home import HomeCards, HomePage

FIRST, EMPTY, OPEN = "first", "empty", "open"
_LESSON = "lesson"
_MOST_FILES = 7  # recent files
_LARGEST_FILE = 300_000  # bytes; larger files get no picture
_MOST_POINTS, _MOST_VISITS = 40, 2000  # larger sessions get no line on their card
_HERO = (
    "Four points that no line can separate. Watch the perceptron go round in circles, and see why "
    "it must."
)
_PLANE = "boundary"


class Home(QObject):
    """Fills Home with cards, and opens the one that is clicked or played."""

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
        self._page: HomePage | None = None
        pages.home_made.connect(self._on_page_made)
        pages.stage.page_changed.connect(self._on_page_changed)
        for name, action in actions.by_id.items():
            if name.startswith("play."):
                action.triggered.connect(self._on_played)

    @property
    def handlers(self) -> dict[str, Callable[..., object]]:
        """What the actions about the start do."""
        return {"file.start_last": self._set_start_last}

    def open(self) -> None:
        """Show the page, as at the start of the program."""
        self._pages.stage.show_page(HOME)

    def cards(self) -> HomeCards:
        """Return all cards."""
        from perceptron_gui.views.data.cards import Card
        from perceptron_gui.views.data.home import HomeCards

        session = self._first().session
        hero = Card(
            FIRST, "XOR never ends", "Play XOR: the weights repeat", partial(_picture, session),
            _HERO, action="▶  Play XOR",
        )  # fmt: skip
        recent = tuple(map(_file_card, self._settings.recent_files()[:_MOST_FILES]))
        last = tuple(replace(each, name=f"Continue: {each.name}") for each in recent[:1])
        beside = (
            *last,
            Card(EMPTY, "Empty plane", "Begin with an empty plane", _nothing,
                 "Draw points, and it learns as you draw.", icon="card.empty"),
            Card(OPEN, "Open…", "Open a session, a CSV file or a figure", _nothing,
                 "A session, a CSV file, or a figure you exported.", icon="card.open"),
        )  # fmt: skip
        groups = {"Recent": recent[1:]}
        for topic in TOPICS:
            groups[topic] = tuple(_lesson_card(each) for each in headings() if each.topic == topic)
        for title, entries in GROUPS.items():
            groups[title] = tuple(data_card(each, f"data:{each.name}") for each in entries)
        return HomeCards(hero, tuple(_visits(session)), beside, groups, tuple(LECTURES.values()))

    def _on_page_made(self, page: HomePage) -> None:
        self._page = page
        self._add_themed(page)
        page.chosen.connect(self.choose)
        page.show_cards(self.cards(), self._open_card or FIRST)

    @Slot(str)
    def _on_page_changed(self, name: str) -> None:
        if name == HOME and self._page is not None:
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
        if kind == OPEN:
            return self._files.open()
        if kind == _LESSON:
            self.lesson_requested.emit(name)
            return False  # opening the lesson leaves the page
        return self._files.open(name)

    @Slot()
    def _on_played(self) -> None:
        """Open the marked card, so that a key that plays on this page plays its session."""
        if self._pages.shown == HOME and self._page is not None:
            self.choose(self._page.marked or FIRST)

    def _set_start_last(self, chosen: bool) -> None:
        self._settings.start_last = chosen


def _nothing(_aspect: float) -> Dataset:
    return Dataset.of([], [])


def _lesson_card(heading: LessonHeading) -> Card:
    from perceptron_gui.views.data.cards import Card

    lecture = LECTURES.get(heading.lecture, "")
    steps = len(heading.step_titles)
    about = (f"{heading.minutes} min", f"{steps} steps", lecture.partition(" (")[0])
    tip = "\n".join((f"{heading.source}, {count(heading.minutes, 'minute')}", *heading.goals))
    return Card(
        f"{_LESSON}:{heading.name}", heading.title, tip, partial(_lesson_picture, heading),
        next(iter(heading.goals), ""), " · ".join(filter(None, about)), lecture,
    )  # fmt: skip


def _lesson_picture(heading: LessonHeading, aspect: float) -> Figure | Dataset:
    """Return the picture of a lesson, from the last step that opens its view."""
    scenes = [step.scene for step in reversed(lesson_named(heading.name).steps)]
    opening = (
        each for each in scenes
        if heading.picture == each.page or heading.picture in (each.panels or ())
    )  # fmt: skip
    scene = next(opening, next(each for each in scenes if each.page == PLANE))
    return _picture(replace(scene.session, cursor="end"), aspect, heading.picture or _PLANE)


def _file_card(path: str) -> Card:
    from perceptron_gui.views.data.cards import Card

    name = Path(path)
    return Card(f"file:{path}", name.stem, path, partial(_file_picture, path), str(name.parent))


def _file_picture(path: str, aspect: float) -> Figure | Dataset:
    """Return the picture of a file; nothing if it is large or unreadable."""
    try:
        if Path(path).stat().st_size <= _LARGEST_FILE:
            return _picture(load(path).session, aspect)
    except (InputError, OSError):
        pass
    return _nothing(aspect)


def _picture(session: Session, aspect: float, view: str = _PLANE) -> Figure | Dataset:
    """Return a view of a small session, or only the points."""
    dataset = session.dataset
    is_plane = dataset.dimension == 2 or view != _PLANE
    if not is_plane or not 0 < len(dataset) <= _MOST_POINTS:
        return dataset
    run = Run(dataset, session.rules[session.shown])
    run.advance(_MOST_VISITS)
    cursor = run.visits if session.cursor == "end" else min(session.cursor, run.visits)
    return _drawn(run, cursor, aspect, view)


def _drawn(run: Run, visit: int, aspect: float, view: str = _PLANE) -> Figure | Dataset:
    options = replace(VIEWS[view].options(), aspect=aspect)
    drawn = draw(VIEWS[view], run.dataset, run, visit, options)
    return drawn if isinstance(drawn, Figure) else run.dataset


def _visits(session: Session) -> Iterator[Figure]:
    """Yield the plane after every visit of a round."""
    from perceptron_gui.views.data.home import HERO_ASPECT

    run = Run(session.dataset, session.rules[session.shown])
    run.advance(_MOST_VISITS)
    for visit in range(1, run.visits + 1):
        if isinstance(drawn := _drawn(run, visit, HERO_ASPECT), Figure):
            yield drawn
