"""Turns the requests of views into changes of the document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Signal, Slot

from perceptron_gui.base.errors import InputError, window_sentence
from perceptron_gui.base.exact import exact_number
from perceptron_gui.core.data.dataset import (
    Dataset,
    DeletePoints,
    Edit,
    Indices,
    RelabelPoints,
    ReplaceAll,
)
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.space.space import why_not_lifted
from perceptron_gui.document.model.history import Document, OpenFile
from perceptron_gui.document.model.session import Session
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.lectures.presets import apply_preset, worded_changes

from .app_state import Store

# The view of the plane, and its options that make no sense with other points.
_PLANE, _FRAMES = "boundary", ("range",)


class Editing(QObject):
    """The only writer of the document. A request that cannot be met changes nothing."""

    request_refused = Signal(str)  # a sentence
    preset_applied = Signal(str)  # a sentence on what a lecture has changed

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.store = store
        self._drag = ""
        self._start_before: Any = "zeros"

    @property
    def document(self) -> Document:
        """The open document: the session, its file and its undo history."""
        return self.store.state.document

    @property
    def session(self) -> Session:
        return self.store.state.session

    @property
    def rule(self) -> Rule:
        return self.store.state.rule

    def open(self, file: OpenFile) -> None:
        """Open another session, with an empty undo history."""
        self.store.update(document=Document.opened(file), selection=(), range=None)

    def reload(self, file: OpenFile) -> None:
        """Load the session from disk again; one undo returns to the edited one."""
        self.store.update(document=self.document.reloaded(file), selection=(), range=None)

    def mark_saved(self, file: OpenFile) -> None:
        """Remember which session is on disk: the current one, or an earlier version of it."""
        self.store.update(document=self.document.saved(file))

    @Slot(str, object, str)
    def edit_points(self, name: str, edit: Edit, merge: str = "") -> None:
        """Change the data set."""
        try:
            dataset = edit.apply(self.session.dataset)
        except InputError as error:
            self.request_refused.emit(window_sentence(error))
            return
        rules = tuple(fitted(rule, self.session.dataset, dataset) for rule in self.session.rules)
        with self.store.together():
            self.change(name, dataset=dataset, rules=rules, merge=merge)
            if isinstance(edit, ReplaceAll) and not merge:  # with `merge` a gesture is undone
                self.select(())

    def replace_data(
        self, step: str, dataset: Dataset, merge: str = "", rule: Rule | None = None, **fields: Any
    ) -> None:
        """Replace the points: the rules are adapted to them, and the plane shows all of them.

        `rule` replaces the current rule; `fields` are other changes of the session.
        """
        before, views = self.session.dataset, dict(self.session.views)
        rules = tuple(fitted(each, before, dataset) for each in self.session.rules)
        if rule is not None:
            rules = with_shown_rule(replace(self.session, rules=rules), rule)
        if _PLANE in views:
            dropped = _FRAMES if dataset.dimension == before.dimension else (*_FRAMES, "axes")
            views[_PLANE] = {k: v for k, v in views[_PLANE].items() if k not in dropped}
        with self.store.together():
            self.change(step, dataset=dataset, rules=rules, views=views, merge=merge, **fields)
            self.select(())

    @Slot()
    def finish_edit(self) -> None:
        """End a drag, which is one step of undo."""
        self.store.update(document=self.document.with_closed_step())

    @Slot(object, int, str, str)
    def set_rules(self, rules: tuple[Rule, ...], shown: int, name: str, merge: str = "") -> None:
        self.change(name, merge, rules=tuple(rules), shown=shown)

    def set_rule(self, rule: Rule, name: str, merge: str = "", **fields: Any) -> None:
        """Replace the shown rule, and perhaps other fields of the session."""
        self.change(name, merge=merge, rules=with_shown_rule(self.session, rule), **fields)

    def set_start(self, weights: tuple[float, ...] | None, merge: str = "") -> None:
        """Start at weights drawn by hand, offset last; None restores those before the drag."""
        if merge != self._drag:
            self._drag, self._start_before = merge, self.rule.init
        start: Any = self._start_before
        if weights is not None:
            start = tuple(exact_number(float(f"{value:.6g}")) for value in weights)
        self.set_rule(replace(self.rule, init=start), "Set the start by hand", merge)

    @Slot(str)
    def use_preset(self, name: str) -> None:
        """Apply the preset of a lecture: ties, order, learning rate, start and notation."""
        before, rule = self.rule, apply_preset(self.rule, name)
        self.set_rule(rule, f"As in {NOTATIONS[name].title}", notation=name)
        if changes := worded_changes(before, rule):
            self.preset_applied.emit(f"As in {NOTATIONS[name].title}: {changes}.")

    @Slot(str)
    def set_notation(self, name: str) -> None:
        """Write the symbols of another lecture."""
        self.change(f"Symbols of {NOTATIONS[name].title}", notation=name)

    def set_view_options(self, view: str, options: Mapping[str, Any], merge: str = "") -> None:
        """Change what a view shows; changes that merge are one step of undo."""
        others = {name: kept for name, kept in self.session.views.items() if name != view}
        views = {**others, view: dict(options)} if options else others
        self.change(f"Change the view {view}", merge, views=views)

    def change_view(self, view: str, options: Mapping[str, Any], merge: str = "") -> None:
        """Change some options of a view; None restores the default."""
        stored = {**self.session.views.get(view, {}), **options}
        kept = {k: value for k, value in stored.items() if value is not None or k not in options}
        self.set_view_options(view, kept, merge)

    def undo(self) -> None:
        self._go(self.document.undo())

    def redo(self) -> None:
        self._go(self.document.redo())

    def change(self, step: str, merge: str = "", **fields: Any) -> None:
        """Change fields of the session, as one step of undo that is called `step`."""
        try:
            session = replace(self.session, **fields)
        except InputError as error:
            self.request_refused.emit(window_sentence(error))
            return
        size = len(session.dataset)
        selection = tuple(point for point in self.store.state.selection if point < size)
        document = self.document.changed(step, session, merge)
        self.store.update(document=document, selection=selection)

    def _go(self, document: Document) -> None:
        """Undo or redo; with another number of points the selection would mean others."""
        is_same = len(document.session.dataset) == len(self.session.dataset)
        selection = self.store.state.selection if is_same else ()
        self.store.update(document=document, selection=selection)

    @Slot(object)
    def select(self, points: Iterable[int]) -> None:
        """Select these points, and no others."""
        self.store.update(selection=tuple(points))

    def select_all(self) -> None:
        self.select(range(len(self.session.dataset)))

    def relabel_selection(self) -> None:
        """Give every selected point the other label."""
        points = self._selected
        if len(points):
            edit = RelabelPoints(points, -self.session.dataset.labels[points])
            self.edit_points(f"Change class of {_counted(points)}", edit)

    def delete_selection(self) -> None:
        """Delete the selected points."""
        points = self._selected
        if len(points):
            with self.store.together():
                self.select(())
                self.edit_points(f"Delete {_counted(points)}", DeletePoints(points))

    @property
    def _selected(self) -> Indices:
        return np.array(self.store.state.selection, dtype=np.intp)


def fitted(rule: Rule, before: Dataset, after: Dataset) -> Rule:
    """Return the rule without what no longer fits edited points: an order, weights, a lift."""
    if isinstance(rule.order, tuple) and max(rule.order, default=0) >= len(after):
        rule = replace(rule, order="cyclic")
    if after.dimension != before.dimension and isinstance(rule.init, tuple):
        rule = replace(rule, init="zeros")
    if why_not_lifted(rule.lift, after.dimension) is not None:
        rule = replace(rule, lift="none")
    return rule


def _counted(points: Indices) -> str:
    return "a point" if len(points) == 1 else f"{len(points)} points"


def with_shown_rule(session: Session, rule: Rule) -> tuple[Rule, ...]:
    """Return the rules of a session with the current one replaced."""
    return (*session.rules[: session.shown], rule, *session.rules[session.shown + 1 :])
