"""The controls of the order and of the start: a menu, and fields for a list of one's own."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QGridLayout, QWidget

from perceptron_gui.base.errors import Problem, RuleError
from perceptron_gui.base.params import Param
from perceptron_gui.core.paths.visiting import CHOICES, SEQUENCES
from perceptron_gui.core.rules.rule import Rule, starting_weights
from perceptron_gui.views.widgets.combo import NoWheelCombo
from perceptron_gui.views.widgets.field import TypedField
from perceptron_gui.views.widgets.text import MutedText

from .changes import weight_names
from .editors import OptionEditor

LISTED = "own"  # the key of a list of one's own in the menus
Weights = tuple[Fraction, ...]

_ORDER_TITLES = {LISTED: "own list"}
_INIT_TITLES = {"zeros": "zeros", "random": "random", LISTED: "own weights"}
_MOST_FIELDS = 12  # more weights are typed into one field, with commas
_IN_A_ROW = 3
_WRONG_COUNT = Problem("{quoted}: must be {what}")


class OrderEditor(OptionEditor):
    """Choosing the list opens the field; the order changes when the list has been typed."""

    def __init__(self, param: Param) -> None:
        super().__init__(param)
        self._value: Any = None
        self.combo = NoWheelCombo()
        self.combo.activated.connect(self._on_activated)
        self._place(self.combo)
        self.field = self.below = TypedField(self._read, param.kind.to_text)
        self.field.setPlaceholderText("such as 2, 0, 1")
        self.field.value_requested.connect(self.value_requested)
        self.field.problem_changed.connect(self._on_problem_changed)
        self._name(self.field, "list of points")

    def show_rule(self, rule: Rule, dimension: int) -> None:
        """Show the order in force; sgd cannot choose among mistakes."""
        offered = [*SEQUENCES, *(() if rule.rule == "sgd" else CHOICES), LISTED]
        titles = {key: _ORDER_TITLES.get(key, key) for key in offered}
        self.combo.show_entries(titles, _meanings(self.param, offered))
        is_news, self._value = rule.order != self._value, rule.order
        is_listed = isinstance(rule.order, tuple)
        self.field.show_value(rule.order if is_listed else None)
        is_typing = self.combo.key() == LISTED and not is_news
        if not is_typing:
            self.combo.show_key(LISTED if is_listed else str(rule.order))
        self.field.setVisible(self.combo.key() == LISTED)

    def meaning(self) -> str:
        """Say what the choice means."""
        return self.param.kind.meaning_of(self.combo.key())

    def _read(self, text: str) -> Any:
        return self.param.read(text.split(","))

    @Slot(int)
    def _on_activated(self, _index: int) -> None:
        is_listed = self.combo.key() == LISTED
        self.field.setVisible(is_listed)
        self.meaning_changed.emit()
        if is_listed:
            self.field.setFocus()
        else:
            self.field.take_back()
            self.value_requested.emit(self.combo.key())


class InitEditor(OptionEditor):
    """Weights of one's own begin with those in force, and have a field each."""

    def __init__(self, param: Param) -> None:
        super().__init__(param)
        self._rule = Rule()
        self._names: list[str] = []
        self.combo = NoWheelCombo()
        self.combo.show_entries(_INIT_TITLES, _meanings(param, _INIT_TITLES))
        self.combo.activated.connect(self._on_activated)
        self._place(self.combo)
        self.below = self._listed = QWidget()
        self._placed: list[QWidget] = []
        self._grid = QGridLayout(self._listed)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(0)
        self.fields: list[TypedField] = []

    def show_rule(self, rule: Rule, dimension: int) -> None:
        """Show where the run starts."""
        self._rule = rule
        names = weight_names(rule, dimension)
        if names != self._names:
            self._names = names
            self._make_fields()
        is_listed = isinstance(rule.init, tuple)
        self.combo.show_key(LISTED if is_listed else str(rule.init))
        weights = self._weights()
        for place, field in enumerate(self.fields):
            field.show_value(weights[self._part(place)] if is_listed else None)
        self._listed.setVisible(is_listed)
        self._tell_problem()

    def meaning(self) -> str:
        """Say what the choice means."""
        return self.param.kind.meaning_of(self.combo.key())

    def _weights(self) -> Weights:
        """Return the weights in force; a list that is too short or too long is made to fit."""
        if isinstance(self._rule.init, tuple):
            zeros = (Fraction(0),) * len(self._names)
            return (*self._rule.init, *zeros)[: len(self._names)]
        return tuple(starting_weights(self._rule, len(self._names)))

    def _part(self, place: int) -> slice:
        """Return which weights stand in a field."""
        return slice(place, place + 1) if len(self.fields) > 1 else slice(0, len(self._names))

    def _make_fields(self) -> None:
        for widget in self._placed:
            self._grid.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._placed = []
        count = len(self._names)
        names = self._names if count <= _MOST_FIELDS else [f"{count} numbers with commas"]
        self.fields = [self._make_field(place, name) for place, name in enumerate(names)]
        for before, after in pairwise([self.combo, *self.fields]):
            QWidget.setTabOrder(before, after)

    def _make_field(self, place: int, name: str) -> TypedField:
        size = len(self._names) if len(self._names) > _MOST_FIELDS else 1
        field = TypedField(partial(self._numbers, size), self.param.kind.to_text)
        field.value_requested.connect(partial(self._request, place))
        field.problem_changed.connect(self._tell_problem)
        self._name(field, name)
        row, column = divmod(place, _IN_A_ROW)
        label = MutedText(name)
        self._grid.addWidget(label, 2 * row, column)
        self._grid.addWidget(field, 2 * row + 1, column)
        self._placed += [label, field]
        return field

    def _request(self, place: int, part: Weights) -> None:
        weights = list(self._weights())
        weights[self._part(place)] = part
        self.value_requested.emit(tuple(weights))

    @Slot()
    def _tell_problem(self) -> None:
        found = next((field.problem for field in self.fields if field.problem), None)
        if found is None:
            try:
                starting_weights(self._rule, len(self._names))
            except RuleError as error:
                found = error
        self._on_problem_changed(found)

    @Slot(int)
    def _on_activated(self, _index: int) -> None:
        is_listed = self.combo.key() == LISTED
        self.value_requested.emit(self._weights() if is_listed else self.combo.key())

    def _numbers(self, count: int, text: str) -> Weights:
        """Return so many numbers as typed."""
        found = self.param.read(text)
        if isinstance(found, str) or len(found) != count:
            what = "one number" if count == 1 else f"{count} numbers"
            raise self.param.error(_WRONG_COUNT, text, what=what)
        return tuple(found)


def _meanings(param: Param, keys: Iterable[str]) -> dict[str, str]:
    return {key: param.kind.meaning_of(key) for key in keys}
