"""Stand-ins for people: dialogs that answer, ears for signals, and a change that somebody made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from perceptron_gui.app.state.app_state import AppState, Store
from perceptron_gui.app.state.editing import Editing
from perceptron_gui.core.data.dataset import DeletePoints
from perceptron_gui.views.dialogs.dialogs import (
    AboutChanges,
    AboutConflict,
    AboutImport,
    AboutRecovery,
    Dialogs,
    FileConflict,
    ImportPreview,
    Previews,
)


@dataclass
class FakeDialogs(Dialogs):
    """Answers at once; every question is kept as its kind and what it was about."""

    path: str = ""
    changes: AboutChanges = "cancel"
    overwrite: bool = False
    recover: AboutRecovery = "later"
    conflict: AboutConflict = "cancel"
    student: str | None = None
    choice: str = ""
    imports: AboutImport = "cancel"
    classes: str = ""
    asked: list[tuple[str, str]] = field(default_factory=list)
    table: ImportPreview | None = None
    reports: list[str] = field(default_factory=list)

    def ask_open(self, folder: str, kinds: str) -> str:
        self.asked.append(("open", folder))
        return self.path

    def ask_save(self, suggested: str, kinds: str) -> str:
        self.asked.append(("save", suggested))
        return self.path

    def ask_folder(self, folder: str) -> str:
        self.asked.append(("folder", folder))
        return self.path

    def ask_one_of(self, words: tuple[str, str], choices: Sequence[str], first: int) -> int | None:
        self.asked.append((words[0], choices[first]))
        return next((n for n, each in enumerate(choices) if each == self.choice), None)

    def ask_changes(self, name: str) -> AboutChanges:
        self.asked.append(("changes", name))
        return self.changes

    def ask_overwrite(self, path: str) -> bool:
        self.asked.append(("overwrite", path))
        return self.overwrite

    def ask_student(self, usual: str) -> str | None:
        self.asked.append(("student", usual))
        return self.student

    def ask_conflict(self, conflict: FileConflict) -> AboutConflict:
        self.asked.append(("conflict", conflict.name))
        self.reports.append(f"{conflict.why} {conflict.more}")
        is_offered = self.conflict != "reload" or conflict.can_reload
        return self.conflict if is_offered else "cancel"

    def ask_recover(self, name: str, when: str) -> AboutRecovery:
        self.asked.append(("recover", name))
        return self.recover

    def ask_import(self, previews: Previews) -> tuple[str, AboutImport]:
        chosen = self.classes or next(iter(previews))
        self.table = previews[chosen]()
        many = len(previews) > 1
        self.asked.append(("classes", ", ".join(previews)) if many else ("import", self.table.name))
        return chosen, self.imports

    def show_unreadable(self, name: str, why: str) -> None:
        self.asked.append(("unreadable", name))
        self.reports.append(why)

    def show_crash(self, report: str, rescue: str) -> None:
        self.asked.append(("crash", rescue))
        self.reports.append(report)


class Watched:
    """Stores every change of a part of the state, in order."""

    def __init__(self, store: Store, select: Callable[[AppState], Any]) -> None:
        self.values: list[Any] = []
        store.subscribe(select, self.values.append)
        self.values.clear()


def delete_a_point(editing: Editing) -> None:
    """Delete the first point."""
    editing.edit_points("Delete a point", DeletePoints(np.array([0])))
