"""The cards of Home, and what they open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from perceptron_gui.app.files.files import Files, title_of_document
from perceptron_gui.app.session.controller import SessionController
from perceptron_gui.app.session.data_sets import data_cards
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.app.window.action_set import ActionSet
from perceptron_gui.app.window.pages import EXERCISES, HOME, PLANE, Pages
from perceptron_gui.base.errors import InputError
from perceptron_gui.base.text import count
from perceptron_gui.core.data.library import LECTURES
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.history import OpenFile
from perceptron_gui.document.model.session import Session
from perceptron_gui.document.sources import load
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.view import draw
from perceptron_gui.labs.registry import VIEWS

if TYPE_CHECKING:
    from perceptron_gui.lessons.lesson import Lesson
    from perceptron_gui.views.data.cards import Card, Draw
    from perceptron_gui.views.data.home import HomeCards, HomePage

FIRST, EMPTY, OPEN, CURRENT = "first", "empty", "open", "current"
_LESSON, _PAGE = "lesson", "page"
_LARGEST_FILE = 300_000  # bytes; larger files get no picture
_MOST_POINTS, _MOST_VISITS = 40, 2000  # larger sessions get no line on their card
_HERO = (
    "Four points no line can separate. Watch the perceptron go round in circles, and see why it "
    "must."
)
_PLANE = "boundary"
SHORT = {lecture: lecture.partition(" (")[0] for lecture in LECTURES.values()}
SHORT[LECTURES["001"]] = "Handwritten (θ)"


class Home(QObject):
    """Fills Home with cards, and opens the one that is clicked or played."""

    lesson_requested = Signal(str, int)  # the name of a lesson, and the step to begin with
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
        self._pages, self._actions, self._controller = pages, actions, controller
        self._files, self._settings, self._first = files, settings, first
        self._add_themed = add_themed
        self._store = controller.store
        # What was there at the start is nothing to go on with, unless a file was named.
        self.begun = None if files.path else self._store.state.document.origin
        self._opened: tuple[str, object] = FIRST, self.begun
        self._page: HomePage | None = None
        pages.home_made.connect(self._on_page_made)
        pages.stage.page_changed.connect(self._on_page_changed)
        self._store.subscribe(lambda state: state.document.origin, lambda _: self.leave())
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

    @Slot()
    def leave(self) -> None:
        """Go to the plane, where something else was opened."""
        if self._pages.shown == HOME:
            self._pages.stage.show_page(PLANE)
            self.card_opened.emit()

    def note_step(self, lesson: Lesson | None, number: int) -> None:
        """Remember how far a lesson was gone through; its last step makes it done."""
        if lesson is not None:
            furthest = max(number + 1, _reached(self._settings, lesson.name))
            self._settings.lessons = {**self._settings.lessons, lesson.name: furthest}

    def _step_to_go_on(self, name: str) -> int:
        """Return the step that was seen last; a lesson that is done begins anew."""
        from perceptron_gui.lessons.reader import headings

        steps = [len(each.step_titles) for each in headings() if each.name == name]
        reached = _reached(self._settings, name)
        return reached - 1 if steps and 0 < reached < steps[0] else 0

    def cards(self) -> HomeCards:
        """Return all cards."""
        from perceptron_gui.lessons.lesson import TOPICS
        from perceptron_gui.lessons.reader import headings
        from perceptron_gui.views.data.cards import Card
        from perceptron_gui.views.data.home import HomeCards

        session = self._first().session
        hero = Card(
            FIRST, "XOR never ends", "Play XOR: the weights repeat", None, _HERO,
            overline="THE CLASSIC · PLAYING", action="▶  Play XOR",
        )  # fmt: skip
        lessons = [_lesson_card(each, _reached(self._settings, each.name)) for each in headings()]
        by_name = {card.key.partition("-")[2]: card for card in lessons}
        by_topic = {topic: [by_name.pop(name) for name in names] for topic, names in TOPICS.items()}
        by_topic[""] = [*by_name.values()]  # those that nobody has given a place
        lessons = [card for cards in by_topic.values() for card in cards]
        done = sum(card.is_done for card in lessons)
        first = next(iter(TOPICS))
        by_topic[first] = [*by_topic[first], _exercises_card()]
        beside = (
            self._going_on() or _beginning(lessons),
            Card(EMPTY, "Empty plane", "Begin with an empty plane", None,
                 "Draw points, it learns as you draw", icon="card.empty", is_dashed=True),
            Card(OPEN, "Open…", "Open a session, a CSV file or a figure", None,
                 "Session, CSV, or a figure you exported", icon="card.open"),
        )  # fmt: skip
        data = {"": tuple(data_cards("data:"))}
        progress = f"{done} of {len(lessons)} done · next: {_next_of(lessons).name}"
        return HomeCards(hero, tuple(_visits(session)), beside, by_topic, data, progress)

    def _going_on(self) -> Card | None:
        """Return the card of what is open, or of what was left last, if there is any."""
        document = self._store.state.document
        is_begun = document.is_changed or document.origin is not self.begun
        if is_begun and not self._store.state.hides:  # its picture would tell what a lesson hides
            session = self._files.current().session
            return _session_card(CURRENT, title_of_document(document), session, "now")
        for path in self._settings.recent_files():
            if (found := _read(path)) is not None:
                name, when = self._files.recent_name(path)
                return _session_card(f"file:{path}", name, found, when)
        return None

    def _on_page_made(self, page: HomePage) -> None:
        from perceptron_gui.app.session.data_sets import chips

        self._page = page
        page.add_menu(
            "View", "Colours, sizes, panels and presentation", self._actions.menus["View"]
        )
        page.add_menu("Help", "The manual and all keys", self._actions.menus["Help"])
        menu = page.add_menu("Menu", "Everything the program can do (F10)", self._actions.menu)
        menu.setText("☰")
        menu.setShortcut("F10")
        page.lessons.show_chips(SHORT)
        page.data.show_chips({chip: chip for chip in chips().values()})
        self._add_themed(page)
        page.chosen.connect(self.choose)
        page.left.connect(self.leave)
        page.search_requested.connect(self._actions.by_id["edit.find"].trigger)
        page.marked = self._open_card

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
            self.leave()

    def _open(self, key: str) -> bool:
        kind, _, name = key.partition(":")
        if kind == CURRENT or (key == self._open_card and not self._files.is_changed):
            return True
        if kind == EMPTY:
            return self._files.new()
        if kind == FIRST:
            return self._files.use(self._first())
        if kind == OPEN:
            return self._files.open()
        if _LESSON in kind:
            self.lesson_requested.emit(name, self._step_to_go_on(name))
            return False  # opening the lesson leaves the page
        if kind == _PAGE:
            self._pages.stage.show_page(name)
            return False
        return self._files.open(name)

    @Slot()
    def _on_played(self) -> None:
        """Open the marked card, so that a key that plays on this page plays its session."""
        if self._pages.shown == HOME and self._page is not None:
            self.choose(self._page.marked or FIRST)

    def _set_start_last(self, chosen: bool) -> None:
        self._settings.start_last = chosen


def _reached(settings: Settings, name: str) -> int:
    """Return how many steps of a lesson were seen."""
    steps = settings.lessons.get(name)
    return steps if isinstance(steps, int) else 0


def _lesson_card(heading: Lesson, reached: int) -> Card:
    from perceptron_gui.views.data.cards import Card
    from perceptron_gui.views.data.pictures import drawing

    lecture = LECTURES.get(heading.lecture, "")
    steps = len(heading.step_titles)
    is_done = reached >= steps
    progress = f"{steps} steps" if is_done or not reached else f"step {reached} of {steps}"
    about = f"{heading.minutes} min", progress, SHORT.get(lecture, "").removesuffix(" (θ)")
    tip = "\n".join((f"{heading.source}, {count(heading.minutes, 'minute')}", *heading.goals))
    return Card(
        f"{_LESSON}:{heading.name}", heading.title, tip, partial(drawing, heading.name),
        next(iter(heading.goals), ""), " · ".join(filter(None, about)),
        tags=(lecture,), is_begun=0 < reached < steps, is_done=is_done,
    )  # fmt: skip


def _exercises_card() -> Card:
    from perceptron_gui.exercises.bank import TITLE
    from perceptron_gui.views.data.cards import Card

    return Card(
        f"{_PAGE}:{EXERCISES}", TITLE, "Exercises without end at three levels", _exercise_picture,
        "Find the mistake, give the new weights, say how it ends", "3 levels",
    )  # fmt: skip


def _exercise_picture(theme: Any, size: Any, ratio: float) -> Any:
    """Return the plane of an exercise at its start."""
    from perceptron_gui.exercises.making import exercise

    run = exercise(1, 1).run
    return session_picture(Session(run.dataset, "", (run.rule,), cursor=0), theme, size, ratio)


def _beginning(lessons: list[Card]) -> Card:
    """Return the card of the lesson to go on with, or to start with."""
    first = _next_of(lessons)
    is_start = not first.is_begun and not any(card.is_done for card in lessons)
    overline = "CONTINUE" if first.is_begun else "START HERE" if is_start else "NEXT"
    return replace(first, key=f"next-{first.key}", overline=overline)


def _next_of(lessons: list[Card]) -> Card:
    """Return the first lesson that was begun, else the first one that is not done."""
    begun = [card for card in lessons if card.is_begun]
    return [*begun, *(card for card in lessons if not card.is_done), lessons[0]][0]


def _session_card(key: str, name: str, session: Session, when: str) -> Card:
    from perceptron_gui.views.data.cards import Card

    rule = RULES[session.rules[session.shown].rule].title.lower()
    about = when, count(len(session.dataset), "point"), rule.partition(" (")[0]
    return Card(
        key, name, f"Go on with {name}", partial(session_picture, session),
        about=" · ".join(about), overline="CONTINUE",
    )  # fmt: skip


def _read(path: str) -> Session | None:
    """Return the session of a file; None if it is large or unreadable."""
    try:
        return load(path).session if Path(path).stat().st_size <= _LARGEST_FILE else None
    except (InputError, OSError):
        return None


def session_picture(session: Session, theme: Any, size: Any, ratio: float) -> Any:
    """Return the plane of a small session, or only the points."""
    from perceptron_gui.views.data import pictures

    dataset = session.dataset
    if dataset.dimension == 2 and 0 < len(dataset) <= _MOST_POINTS:
        run = Run(dataset, session.rules[session.shown])
        run.advance(_MOST_VISITS)
        visit = run.visits if session.cursor == "end" else min(session.cursor, run.visits)
        figure = _drawn(run, visit, size.width() / size.height())
        if figure is not None:
            return pictures.plane(figure, theme, size, ratio)
    return pictures.points_of(dataset, theme, size, ratio)


def _drawn(run: Run, visit: int, aspect: float) -> Figure | None:
    options = replace(VIEWS[_PLANE].options(), aspect=aspect)
    drawn = draw(VIEWS[_PLANE], run.dataset, run, visit, options)
    return drawn if isinstance(drawn, Figure) else None


def _visits(session: Session) -> Iterator[Draw]:
    """Yield what draws the plane after every visit of a round."""
    run = Run(session.dataset, session.rules[session.shown])
    run.advance(_MOST_VISITS)
    for visit in range(1, run.visits + 1):
        yield partial(session_picture, replace(session, cursor=visit))
