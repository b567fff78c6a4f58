"""Every command of the window in one table. Menus, tool bar, keys and help are made from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from perceptron_gui.base.values import frozen_value
from perceptron_gui.labs.registry import lab_pages

MENUS = ("File", "Edit", "Points", "Train", "Explore", "View", "Help")


@frozen_value
class ActionSpec:
    """A row: its id and text, its menu, its keys and its tip."""

    id: str
    text: str
    menu: str
    tip: str
    keys: tuple[str, ...] = ()
    checkable: bool = False
    group: str = ""  # of a group exactly one is checked
    in_bar: bool = False
    parts: bool = False  # a separator above it in its menu

    @property
    def name(self) -> str:
        """The text without the sign of its shortcut letter."""
        return self.text.replace("&", "")


def _tool(name: str, text: str, key: str, tip: str, parts: bool = False) -> ActionSpec:
    return ActionSpec(
        f"tool.{name}", text, "Points", tip, (key,), True, "tool", in_bar=True, parts=parts
    )


def _page(name: str, text: str, key: str, tip: str, parts: bool = False) -> ActionSpec:
    return ActionSpec(f"page.{name}", text, "Explore", tip, (key,), True, "page", parts=parts)


def _shown(name: str, text: str, tip: str, parts: bool = False) -> ActionSpec:
    return ActionSpec(f"show.{name}", text, "Explore", tip, (), True, parts=parts)


def _theme(name: str, text: str, tip: str, parts: bool = False) -> ActionSpec:
    return ActionSpec(f"theme.{name}", text, "View", tip, (), True, "theme", parts=parts)


ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("file.new", "&New", "File", "Begin with an empty plane", ("Ctrl+N",)),
    ActionSpec(
        "file.open", "&Open…", "File", "Open a session, a CSV file or a figure", ("Ctrl+O",)
    ),
    ActionSpec("file.save", "&Save", "File", "Save this session", ("Ctrl+S",), parts=True),
    ActionSpec(
        "file.save_as", "Save &as…", "File", "Save under another name", ("Ctrl+Shift+S",)
    ),
    ActionSpec(
        "file.import", "&Import data…", "File", "Take points from a table, with a preview",
        ("Ctrl+I",), parts=True,
    ),
    ActionSpec(
        "file.export", "&Export figure…", "File", "Write a figure for a slide or a paper",
        ("Ctrl+E",),
    ),
    ActionSpec(
        "file.quick_export", "Quick e&xport", "File",
        "Write the view under the pointer as it was exported last", ("Ctrl+Shift+E",),
    ),
    ActionSpec(
        "file.copy_figure", "&Copy figure", "File", "Copy the view under the pointer as a picture",
        ("Ctrl+Shift+C",),
    ),
    ActionSpec("file.quit", "&Quit", "File", "Close the window", ("Ctrl+Q",), parts=True),
    ActionSpec("edit.undo", "&Undo", "Edit", "Take the last change back", ("Ctrl+Z",)),
    ActionSpec(
        "edit.redo", "&Redo", "Edit", "Do again what was undone", ("Ctrl+Shift+Z", "Ctrl+Y")
    ),
    ActionSpec(
        "edit.copy", "&Copy points", "Edit", "Copy the selected points as a table", ("Ctrl+C",),
        parts=True,
    ),
    ActionSpec(
        "edit.paste", "&Paste points", "Edit", "Add points from a table on the clipboard",
        ("Ctrl+V",),
    ),
    ActionSpec(
        "edit.select_all", "Select &all", "Edit", "Select every point", ("Ctrl+A",), parts=True
    ),
    ActionSpec("edit.relabel", "Change c&lass", "Edit", "Give selected points the other label",
               ("C",)),
    ActionSpec("edit.delete", "&Delete", "Edit", "Take selected points away", ("Delete",)),
    ActionSpec(
        "class.minus", "Class &−1", "Points", "New points belong to class −1", ("1",), True,
        "class", in_bar=True,
    ),
    ActionSpec(
        "class.plus", "Class &+1", "Points", "New points belong to class +1", ("2",), True,
        "class", in_bar=True,
    ),
    _tool("add", "&Add", "A", "Click to add points; right click adds the other class", True),
    _tool("move", "&Move", "M", "Drag points, the line or the arrow, and see what becomes of it"),
    _tool("select", "&Select", "S", "Draw a box around points"),
    _tool("erase", "&Erase", "E", "Click or sweep to take points away"),
    _tool("brush", "&Brush", "B", "Spray points while the button is held"),
    ActionSpec(
        "points.snap", "Snap to &grid", "Points", "New and moved points take round coordinates",
        ("G",), True, parts=True,
    ),
    ActionSpec("points.finer", "F&iner grid", "Points", "Put the lines of the grid closer", (",",)),
    ActionSpec(
        "points.coarser", "C&oarser grid", "Points", "Put the lines of the grid further apart",
        (".",),
    ),
    ActionSpec(
        "points.fit", "&Fit view", "Points", "Show all points", ("F",), in_bar=True
    ),
    ActionSpec("play.toggle", "&Play", "Train", "Play or pause", ("Space",)),
    ActionSpec(
        "play.forward", "Step &forward", "Train", "One visit on", ("Right", "PgDown"), parts=True
    ),
    ActionSpec("play.back", "Step &back", "Train", "One visit back", ("Left", "PgUp")),
    ActionSpec(
        "play.next_mistake", "Next &mistake", "Train", "On to the next update", ("Shift+Right", "N")
    ),
    ActionSpec(
        "play.previous_mistake", "Previous m&istake", "Train", "Back to the update before",
        ("Shift+Left", "P"),
    ),
    ActionSpec("play.next_epoch", "Next &epoch", "Train", "On to the end of the pass",
               ("Ctrl+Right",)),
    ActionSpec(
        "play.previous_epoch", "Previous epo&ch", "Train", "Back to the pass before",
        ("Ctrl+Left",),
    ),
    ActionSpec("play.start", "To the &start", "Train", "Before the first visit", ("Home",)),
    ActionSpec("play.end", "To the e&nd", "Train", "After the last visit", ("End",)),
    ActionSpec("play.faster", "F&aster", "Train", "More visits a second", ("]",), parts=True),
    ActionSpec("play.slower", "S&lower", "Train", "Fewer visits a second", ("[",)),
    ActionSpec("play.loop", "L&oop", "Train", "Begin again at the end", (), True),
    ActionSpec(
        "play.two_phase", "Pre&dict first", "Train",
        "Show the point, let the class predict, then reveal what the rule does", ("T",), True,
        parts=True,
    ),
    ActionSpec(
        "play.future", "Show the f&uture", "Train", "Draw the rest of the run faintly", (), True
    ),
    ActionSpec(
        "panel.why", "&Why?", "Explore", "Walk through the proof, or through what rules a line out",
        ("W",),
    ),
    ActionSpec(
        "panel.what_if", "What &if?", "Explore",
        "Move the classes apart, change η, the start or the constant, and watch the bound", ("I",),
    ),
    _page("plane", "&Plane", "Ctrl+1", "The points and the decision line, to be touched",
          True),
    _page("proof", "P&roof", "Ctrl+2", "Why learning ends: margin, radius and bound"),
    _page("certificate", "&Certificate", "Ctrl+3", "Whether any line exists, and what proves it"),
    _page("cycle", "C&ycle", "Ctrl+4", "The lines and weights that return for ever"),
    _shown("margin", "&Margin and support", "Draw w*, its margin and who holds it", True),
    _shown("certificate", "&Hulls", "Draw the hulls of both classes, and where they meet"),
    _shown("circle", "Circle of ra&dius R", "Draw the circle around all points"),
    _shown("result", "A&nswer", "Draw the line of the average or of the pocket"),
    _shown("equation", "&Equation", "Write the equation of the line"),
    _shown("numbers", "N&umbers", "Write the numbers of the points"),
    _theme("light", "&Light", "Dark on white"),
    _theme("dark", "&Dark", "Bright on dark"),
    _theme("projector", "&Projector", "Dark on white, larger type and strokes"),
    _theme("contrast", "&High contrast", "Bright on black, thick strokes"),
    ActionSpec("view.larger", "L&arger", "View", "Larger letters", ("Ctrl++", "Ctrl+="),
               parts=True),
    ActionSpec("view.smaller", "&Smaller", "View", "Smaller letters", ("Ctrl+-",)),
    ActionSpec("view.normal", "&Normal size", "View", "Letters as they were", ("Ctrl+0",)),
    ActionSpec(
        "view.presentation", "Presen&tation", "View",
        "Full screen with larger type and fewer panels; Esc leaves", ("F11", "F5"), True,
        parts=True,
    ),
    ActionSpec("view.reset", "&Reset layout", "View", "Put every panel back in its place"),
    ActionSpec("help.manual", "&Manual", "Help", "Read how everything works", ("Ctrl+F1",)),
    ActionSpec("help.shortcuts", "&Keys", "Help", "Every key on one sheet", ("F1",)),
    ActionSpec("help.details", "&Copy details", "Help", "Copy what is on screen, for a report"),
    ActionSpec("help.about", "&About", "Help", "Version, licences and lectures", parts=True),
)  # fmt: skip


_LAST_PAGE = "page.cycle"  # which the pages of laboratories follow


def actions() -> tuple[ActionSpec, ...]:
    """Return every command: those of the table, and a page for each laboratory."""
    labs = (
        ActionSpec(
            f"page.{name}", row.menu_text or row.title, "Explore", row.menu_tip or row.tip,
            (row.key,) if row.key else (), True, "page", parts=not number,
        )
        for number, (name, row) in enumerate(lab_pages().items())
    )  # fmt: skip
    after = 1 + next(at for at, spec in enumerate(ACTIONS) if spec.id == _LAST_PAGE)
    return (*ACTIONS[:after], *labs, *ACTIONS[after:])


def table() -> list[dict[str, object]]:
    """Return the rows as plain values, for `perceptron-gui actions` and the manual."""
    return [
        {"id": spec.id, "name": spec.name, "menu": spec.menu, "keys": list(spec.keys),
         "tip": spec.tip}
        for spec in actions()
    ]  # fmt: skip


Handler = Callable[..., object]


class ActionSet:
    """The actions of the table by their ids; a missing or spare handler stops the start."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self._groups: dict[str, QActionGroup] = {}
        self.by_id: dict[str, QAction] = {spec.id: self._made(spec) for spec in actions()}
        self.menus: dict[str, QMenu] = {name: self._menu(name) for name in MENUS}

    def connect(self, handlers: Mapping[str, Handler]) -> None:
        """Connect every action with its handler; checkable ones pass whether they are checked."""
        missing = sorted(set(self.by_id) - set(handlers))
        spare = sorted(set(handlers) - set(self.by_id))
        if missing or spare:
            raise LookupError(f"actions without a handler: {missing}; handlers spare: {spare}")
        for name, handler in handlers.items():
            action = self.by_id[name]
            if action.actionGroup() is not None or not action.isCheckable():
                action.triggered.connect(lambda checked=False, call=handler: call())
            else:
                action.triggered.connect(lambda checked, call=handler: call(checked))

    def check(self, name: str, checked: bool = True) -> None:
        """Check an action without triggering it."""
        self.by_id[name].setChecked(checked)

    def _made(self, spec: ActionSpec) -> QAction:
        action = QAction(spec.text, self._window)
        action.setObjectName(spec.id)
        action.setShortcuts([QKeySequence(key) for key in spec.keys])
        keys = ", ".join(QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
                         for key in spec.keys)  # fmt: skip
        action.setToolTip(f"{spec.tip} ({keys})" if keys else spec.tip)
        action.setStatusTip(spec.tip)
        action.setCheckable(spec.checkable)
        if spec.group:
            group = self._groups.setdefault(spec.group, QActionGroup(self._window))
            group.addAction(action)
        self._window.addAction(action)
        return action

    def _menu(self, name: str) -> QMenu:
        menu = self._window.menuBar().addMenu(f"&{name}")
        for spec in actions():
            if spec.menu == name:
                if spec.parts:
                    menu.addSeparator()
                menu.addAction(self.by_id[spec.id])
        return menu
