"""What is seen of every action: a value that changes with it, and what has to be done before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog

from perceptron_gui.app.explore.explore import SHOWN
from perceptron_gui.app.window.pages import PLANE, pages
from tests.app.person import Person

Probe = Callable[[Person], Any]


def clipboard(person: Person) -> str:
    return QGuiApplication.clipboard().text()


def dialogs(person: Person) -> list[str]:
    open_now = (each for each in person.window.findChildren(QDialog) if each.isVisible())
    return [each.windowTitle() for each in open_now]


def asked(person: Person) -> int:
    return len(person.dialogs.asked)


def told_of_figure(person: Person) -> str:
    return person.window.statusBar().currentMessage()


def sees(key: str) -> Probe:
    return lambda person: person.sees(key)


def label(person: Person) -> int:
    return person.canvas.scene().label


def hint(person: Person) -> str:
    return person.canvas.hint


def snap(person: Person) -> float | None:
    return person.canvas.scene().snap


def seen_range(person: Person) -> tuple[float, ...]:
    return person.canvas.scene().range


def speed(person: Person) -> int:
    return person.controller.playback.speed


def loops(person: Person) -> bool:
    return person.controller.playback.loops


def two_phase(person: Person) -> bool:
    return person.controller.playback.two_phase


def curves(person: Person) -> list[str]:
    return [mark.key for mark in person.window.plots["norms"].figure.marks]


def added_to_plane(person: Person) -> dict[str, Any]:
    return dict(person.session.views.get("boundary", {}))


def background(person: Person) -> tuple[str, float]:
    return QApplication.palette().base().color().name(), person.program.looks.scale


def scale(person: Person) -> float:
    return person.program.looks.scale


def is_full(person: Person) -> bool:
    return person.window.isFullScreen()


# What changes with an action; where it would not, what is done before.
PROBES: dict[str, tuple[Probe, tuple[str, ...]]] = {
    "file.new": (sees("points"), ()),
    "file.open": (sees("title"), ()),
    "file.save": (sees("title"), ()),
    "file.save_as": (asked, ()),
    "file.import": (asked, ()),
    "file.export": (dialogs, ()),
    "file.quick_export": (told_of_figure, ()),
    "file.copy_figure": (told_of_figure, ()),
    "edit.undo": (sees("labels"), ()),
    "edit.redo": (sees("labels"), ("edit.undo",)),
    "edit.copy": (clipboard, ()),
    "edit.paste": (sees("points"), ()),
    "edit.select_all": (sees("selection"), ()),
    "edit.relabel": (sees("labels"), ("edit.select_all",)),
    "edit.delete": (sees("points"), ("edit.select_all",)),
    "class.minus": (label, ("class.plus",)),
    "class.plus": (label, ("class.minus",)),
    "tool.add": (hint, ("tool.move",)),
    **{f"tool.{name}": (hint, ("tool.add",)) for name in ("move", "select", "erase", "brush")},
    "points.snap": (snap, ()),
    "points.finer": (snap, ()),
    "points.coarser": (snap, ()),
    "points.fit": (seen_range, ()),
    "play.toggle": (sees("playing"), ()),
    **{
        f"play.{name}": (sees("visit"), ("play.start",))
        for name in ("forward", "next_mistake", "next_epoch", "end")
    },
    **{
        f"play.{name}": (sees("visit"), ("play.end",))
        for name in ("back", "previous_mistake", "previous_epoch", "start")
    },
    "play.faster": (speed, ()),
    "play.slower": (speed, ()),
    "play.loop": (loops, ()),
    "play.two_phase": (two_phase, ()),
    "play.future": (curves, ("play.start",)),
    "panel.why": (sees("panels"), ()),
    "panel.what_if": (sees("panels"), ()),
    "page.plane": (sees("page"), ("page.proof",)),
    **{f"page.{name}": (sees("page"), ("page.plane",)) for name in pages() if name != PLANE},
    **{f"show.{name}": (added_to_plane, ()) for name in SHOWN},
    "theme.light": (background, ("theme.dark",)),
    **{f"theme.{name}": (background, ("theme.light",)) for name in ("dark", "contrast")},
    "theme.projector": (background, ("theme.light",)),
    "view.larger": (scale, ()),
    "view.smaller": (scale, ()),
    "view.normal": (scale, ("view.larger",)),
    "view.presentation": (is_full, ()),
    "view.reset": (sees("panels"), ()),
    "help.manual": (dialogs, ()),
    "help.shortcuts": (dialogs, ()),
    "help.details": (clipboard, ()),
    "help.about": (dialogs, ()),
}
