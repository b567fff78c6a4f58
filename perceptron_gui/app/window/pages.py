"""The middle of the window: the headline, and below it a page or an enlarged panel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QStackedWidget,
    QTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.labs.registry import lab_pages
from perceptron_gui.views.chrome.dock import DockBar, DockPanel
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.icons import themed_icon
from perceptron_gui.views.widgets.stage import PageStack, card, filled
from perceptron_gui.views.widgets.text import LineLabel

from .actions import ACTIONS

if TYPE_CHECKING:
    from perceptron_gui.views.figure.drawing import DrawingView
    from perceptron_gui.views.labs.page import LabPage


PLANE, HOME, WHY, EXERCISES = "plane", "home", "why", "exercises"
ALONE = HOME, EXERCISES  # nothing of the run is seen there, and no bar about it
# The views of pages that draw the run; Why shows the one that applies.
DRAWN = {WHY: ("proof", "certificate"), "cycle": ("cycle",), "network": ("network",)}


def page_of(view: str) -> str:
    """Return the page on which a view is seen; lessons name either."""
    return next((page for page, views in DRAWN.items() if view in views), view)


def pages() -> dict[str, str]:
    """Return the title of every page, those of experiments last."""
    own = {spec.id.partition(".")[2]: spec.name for spec in ACTIONS if spec.kind == "page"}
    return own | {name: row.title for name, row in lab_pages().items()}


class Pages(QObject):
    """Makes each page when it is first shown."""

    drawing_made = Signal(str, object)
    lab_made = Signal(object)
    home_made = Signal(object)
    exercises_made = Signal(object)
    headline_changed = Signal(str, object)  # a view, and the Words of its result or None

    def __init__(self, plane: QWidget) -> None:
        super().__init__()
        self.stage = PageStack()
        self.drawings: dict[str, DrawingView] = {}  # by the names of their views
        self.labs: dict[str, LabPage] = {}
        self._stacks: dict[str, QStackedWidget] = {}  # of the drawings of a page
        self._why = DRAWN[WHY][0]
        self.stage.add_page(PLANE, lambda: plane)
        for name in pages():
            if name != PLANE:
                self.stage.add_page(name, partial(self._made, name))

    @property
    def shown(self) -> str:
        """The name of the visible page."""
        return self.stage.shown

    @property
    def lab(self) -> LabPage | None:
        """The visible page, if it is that of an experiment."""
        return self.labs.get(self.shown)

    @property
    def view_options(self) -> dict[str, dict[str, Any]]:
        """The options that were chosen on the pages of experiments, by the names of their views."""
        found: dict[str, dict[str, Any]] = {}
        for page in self.labs.values():
            found |= page.view_options
        return found

    def show_why(self, view: str) -> None:
        """Show the proof or the certificate on the page Why."""
        self._why = view
        if WHY in self._stacks:
            self._stacks[WHY].setCurrentWidget(self.drawings[view])

    def _made(self, name: str) -> QWidget:
        if name == HOME:
            from perceptron_gui.views.data.home import HomePage

            home = HomePage()
            self.home_made.emit(home)
            return home
        if name == EXERCISES:
            from perceptron_gui.views.lessons.exercises import ExercisesPage

            page = ExercisesPage()
            page.headline_changed.connect(partial(self.headline_changed.emit, name))
            self.exercises_made.emit(page)
            return card(page)
        if name in DRAWN:
            from perceptron_gui.views.figure.drawing import DrawingView

            self._stacks[name] = stack = QStackedWidget()
            for view in DRAWN[name]:
                # The panel beside the page Why has all lines of the proof.
                drawing = self.drawings[view] = DrawingView(has_notes=name != WHY)
                drawing.headline_changed.connect(partial(self.headline_changed.emit, view))
                stack.addWidget(drawing)
                self.drawing_made.emit(view, drawing)
            self.show_why(self._why)
            return card(stack)
        row = lab_pages()[name]  # whose modules are loaded late
        usual = "perceptron_gui.views.labs.page.LabPage"
        lab: LabPage = load_class(row.page)() if row.page else load_class(usual)(row.load())
        self.labs[name] = lab
        lab.setObjectName("card")
        lab.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        lab.headline_changed.connect(partial(self.headline_changed.emit, name))
        self.lab_made.emit(lab)
        return lab


def load_class(path: str) -> Any:
    """Return a class by the dotted name of its module and its own."""
    module, _, name = path.rpartition(".")
    return getattr(import_module(module), name)


BACK = "Put this panel back to its place (Esc)"
# Pixels between what stands side by side, and above and below it, where panels have as many.
_GAP, _EDGE = 8, 3
_LARGER_POINTS = 6  # how much the letters of an enlarged text grow


class EnlargedPanel(QWidget):
    """An enlarged panel; its button, or a double-click on its title, puts it back."""

    back_requested = Signal()

    def __init__(self, title: str, part: QWidget) -> None:
        super().__init__()
        self.part = part
        self.title = LineLabel()
        self.title.setObjectName("large-title")
        self.title.show_text(title)
        self.back = named(QToolButton(), f"Put back: {title}", BACK)
        self.back.setIcon(themed_icon("shrink"))
        self.back.clicked.connect(self.back_requested)
        bar = DockBar(self.title)
        bar.setToolTip(BACK)
        bar.add_copy(part)
        bar.add(self.back)
        bar.double_clicked.connect(self.back_requested)
        filled(QVBoxLayout(self), bar, (part, 1), spacing=0)
        part.show()

    def release(self) -> QWidget:
        """Return the content in its usual size."""
        self.zoom(-_LARGER_POINTS)
        return self.part

    def zoom(self, points: int = _LARGER_POINTS) -> None:
        """Write in larger letters, as soon as it is in its place: there Qt styles it anew."""
        for text in self.part.findChildren(QTextEdit):
            text.zoomIn(points)


class Middle(QWidget):
    """Shows the pages, or one panel in their place; `enlarged` is its name."""

    changed = Signal()  # something else is seen

    def __init__(self, above: Sequence[QWidget], pages: QWidget) -> None:
        super().__init__()
        self.setObjectName("middle")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.enlarged = ""
        self._dock: DockPanel | None = None
        self._pages = pages
        self._stack = QStackedWidget()
        self._stack.addWidget(pages)
        self.column = filled(QVBoxLayout(), *above, (self._stack, 1), spacing=_GAP)
        self._row = filled(QHBoxLayout(self), (self.column, 1), spacing=_GAP)

    def show_margins(self, has_margins: bool, has_panels: bool) -> None:
        """Leave room around the pages, or none around one that has its own."""
        beside, above = (_GAP, _EDGE) if has_margins else (0, 0)
        self._row.setContentsMargins(beside, above, 0 if has_panels else beside, above)

    def add_beside(self, part: QWidget) -> None:
        """Show something at the left of the pages."""
        self._row.insertWidget(0, part)

    def follow(self, docks: Mapping[str, DockPanel]) -> None:
        """Enlarge panels when their titles ask for it."""
        for name, dock in docks.items():
            dock.enlarge_requested.connect(partial(self.enlarge, name, dock))

    def enlarge(self, name: str, dock: DockPanel) -> None:
        """Show a panel in place of the pages."""
        self.put_back()
        part = dock.part
        if part is None:
            return
        self.enlarged, self._dock = name, dock
        place = EnlargedPanel(dock.windowTitle(), part)
        place.back_requested.connect(self.put_back)
        dock.hide()
        self._stack.setCurrentIndex(self._stack.addWidget(place))
        place.zoom()
        part.setFocus()  # the plane is hidden now
        self.changed.emit()

    @Slot()
    def put_back(self) -> None:
        """Show the pages again, and the panel where it was."""
        dock, place = self._dock, self._stack.currentWidget()
        if dock is None or not isinstance(place, EnlargedPanel):
            return
        self.enlarged, self._dock = "", None
        self._stack.setCurrentWidget(self._pages)
        self._stack.removeWidget(place)
        dock.show_part(place.release())
        dock.show()
        dock.raise_()
        place.deleteLater()
        self.changed.emit()
