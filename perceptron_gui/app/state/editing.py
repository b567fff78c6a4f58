"""Turns the requests of views into changes of the document, and announces the new session."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Signal, Slot

from perceptron_gui.base.errors import InputError, window_sentence
from perceptron_gui.base.exact import exact_number
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.edits import DeletePoints, Edit, Indices, RelabelPoints, ReplaceAll
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.document.model.history import Document, OpenFile
from perceptron_gui.document.model.session import Session
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.lectures.presets import apply_preset, worded_changes
from perceptron_gui.views.rules.changes import fitted

# The view of the plane, and its options that belong to the points that were there.
_PLANE, _FRAMES = "boundary", ("range",)


class Editing(QObject):
    """The only writer of the document. A request that cannot be met changes nothing."""

    session_changed = Signal(object)
    steps_changed = Signal(str, str)  # what would be undone, and redone
    points_renumbered = Signal()  # numbers of points may mean others now
    request_refused = Signal(str)  # a sentence
    preset_applied = Signal(str)  # a sentence on what a lecture has changed

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = Document.opened(OpenFile(session))
        self._drag = ""
        self._start_before: Any = "zeros"

    @property
    def session(self) -> Session:
        """What is edited."""
        return self._document.session

    @property
    def rule(self) -> Rule:
        """The rule that is shown."""
        return self.session.rules[self.session.shown]

    @property
    def is_changed(self) -> bool:
        """Tell whether there is something to save."""
        return self._document.is_changed

    def open(self, session: Session) -> None:
        """Open another session, with an empty undo history."""
        self._announce(Document.opened(OpenFile(session)))
        self.points_renumbered.emit()

    def reload(self, session: Session) -> None:
        """Take what is in the file now for what is edited; a step of undo brings that back."""
        self._announce(self._document.reloaded(OpenFile(session)))
        self.points_renumbered.emit()

    def mark_saved(self, session: Session) -> None:
        """Remember that a session is on disk: this one, or one that was edited since."""
        self._document = self._document.saved(OpenFile(session))

    @Slot(str, object, str)
    def edit_points(self, name: str, edit: Edit, merge: str = "") -> None:
        """Change the data set."""
        try:
            dataset = edit.apply(self.session.dataset)
        except InputError as error:
            self.request_refused.emit(window_sentence(error))
            return
        rules = tuple(fitted(rule, self.session.dataset, dataset) for rule in self.session.rules)
        self.change(name, dataset=dataset, rules=rules, merge=merge)
        if isinstance(edit, ReplaceAll) and not merge:  # else a gesture is taken back
            self.points_renumbered.emit()

    def replace_data(
        self, step: str, dataset: Dataset, merge: str = "", rule: Rule | None = None, **fields: Any
    ) -> None:
        """Learn from other points: rules stay, made to fit, and the plane fits the points.

        A `rule` takes the place of the shown one; `fields` of the session may change too.
        """
        before, views = self.session.dataset, dict(self.session.views)
        rules = tuple(fitted(each, before, dataset) for each in self.session.rules)
        if rule is not None:
            rules = with_shown_rule(replace(self.session, rules=rules), rule)
        if _PLANE in views:
            dropped = _FRAMES if dataset.dimension == before.dimension else (*_FRAMES, "axes")
            views[_PLANE] = {k: v for k, v in views[_PLANE].items() if k not in dropped}
        self.change(step, dataset=dataset, rules=rules, views=views, merge=merge, **fields)
        self.points_renumbered.emit()

    @Slot()
    def finish_edit(self) -> None:
        """End a drag, which is one step of undo."""
        self._document = self._document.with_closed_step()
        self._announce_steps()

    @Slot(object, int, str, str)
    def set_rules(
        self, rules: tuple[Rule, ...], shown: int, name: str, merge: str = ""
    ) -> None:
        """Set the rules, and which of them is shown."""
        self.change(name, merge, rules=tuple(rules), shown=shown)

    def set_rule(self, rule: Rule, name: str, merge: str = "", **fields: Any) -> None:
        """Replace the shown rule, and perhaps other fields of the session."""
        self.change(name, merge=merge, rules=with_shown_rule(self.session, rule), **fields)

    def set_start(self, weights: tuple[float, ...] | None, merge: str = "") -> None:
        """Start at weights drawn by hand, constant last; None restores those before the drag."""
        if merge != self._drag:
            self._drag, self._start_before = merge, self.rule.init
        start: Any = self._start_before
        if weights is not None:
            start = tuple(exact_number(float(f"{value:.6g}")) for value in weights)
        self.set_rule(replace(self.rule, init=start), "Set the start by hand", merge)

    @Slot(str)
    def use_preset(self, name: str) -> None:
        """Apply what a lecture sets: ties, order, step, start and notation."""
        before, rule = self.rule, apply_preset(self.rule, name)
        self.set_rule(rule, f"As in lecture {name}", notation=name)
        if changes := worded_changes(before, rule):
            self.preset_applied.emit(f"As in lecture {name}: {changes}.")

    @Slot(str)
    def set_notation(self, name: str) -> None:
        """Write the symbols of another lecture."""
        self.change(f"Notation of {NOTATIONS[name].lecture}", notation=name)

    def set_view_options(self, view: str, options: Mapping[str, Any], merge: str = "") -> None:
        """Change what a view shows; changes that merge are one step of undo."""
        others = {name: kept for name, kept in self.session.views.items() if name != view}
        views = {**others, view: dict(options)} if options else others
        self.change(f"Change the view {view}", merge, views=views)

    def undo(self) -> None:
        """Undo the last change."""
        self._go(self._document.undo())

    def redo(self) -> None:
        """Redo what was undone."""
        self._go(self._document.redo())

    def change(self, step: str, merge: str = "", **fields: Any) -> None:
        """Change fields of the session, as one step of undo that is called `step`."""
        try:
            session = replace(self.session, **fields)
        except InputError as error:
            self.request_refused.emit(window_sentence(error))
            return
        self._announce(self._document.changed(step, session, merge))

    def _go(self, document: Document) -> None:
        """Undo or redo; if the number of points changes, they are renumbered."""
        size = len(self.session.dataset)
        self._announce(document)
        if len(self.session.dataset) != size:
            self.points_renumbered.emit()

    def _announce(self, document: Document) -> None:
        if document is not self._document:
            self._document = document
            self.session_changed.emit(document.session)
            self._announce_steps()

    def _announce_steps(self) -> None:
        self.steps_changed.emit(self._document.undo_name, self._document.redo_name)


def with_shown_rule(session: Session, rule: Rule) -> tuple[Rule, ...]:
    """Return the rules of a session with another one in the place of the shown one."""
    return (*session.rules[: session.shown], rule, *session.rules[session.shown + 1 :])


class Selection(QObject):
    """The numbers of the selected points, dropped when they mean other points."""

    selection_changed = Signal(object)  # numbers, ascending

    def __init__(self, editing: Editing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._editing = editing
        self._points: tuple[int, ...] = ()
        editing.session_changed.connect(self._on_session_changed)
        editing.points_renumbered.connect(self.clear)

    @property
    def points(self) -> tuple[int, ...]:
        """The numbers of the selected points."""
        return self._points

    @Slot(object)
    def select(self, points: Iterable[int]) -> None:
        """Select these points, and no others."""
        wanted = tuple(points)
        if wanted != self._points:
            self._points = wanted
            self.selection_changed.emit(wanted)

    @Slot()
    def clear(self) -> None:
        """Select nothing."""
        self.select(())

    def select_all(self) -> None:
        """Select every point."""
        self.select(range(len(self._editing.session.dataset)))

    def relabel(self) -> None:
        """Give every selected point the other label."""
        if self._points:
            labels = -self._editing.session.dataset.labels[self._indices]
            edit = RelabelPoints(self._indices, labels)
            self._editing.edit_points(f"Change class of {self._counted}", edit)

    def delete(self) -> None:
        """Delete the selected points."""
        if self._points:
            name, edit = f"Delete {self._counted}", DeletePoints(self._indices)
            self.clear()
            self._editing.edit_points(name, edit)

    @property
    def _indices(self) -> Indices:
        return np.array(self._points, dtype=np.intp)

    @property
    def _counted(self) -> str:
        return "a point" if len(self._points) == 1 else f"{len(self._points)} points"

    @Slot(object)
    def _on_session_changed(self, session: Session) -> None:
        size = len(session.dataset)
        if max(self._points, default=-1) >= size:
            self.select(point for point in self._points if point < size)
