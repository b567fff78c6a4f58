"""The controls of the order and of the start: a menu, and fields for a list of one's own."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QGridLayout, QWidget

from perceptron_gui.base.errors import Problem, RuleError
from perceptron_gui.base.params import Param
from perceptron_gui.core.paths.visiting import CHOICES, SEQUENCES
from perceptron_gui.core.rules.rule import Rule, starting_weights
from perceptron_gui.lectures.notation import numbered_order
from perceptron_gui.views.widgets.editors import ChoiceEditor, Holds, TypedEditor
from perceptron_gui.views.widgets.stage import discard
from perceptron_gui.views.widgets.text import MutedText

from .changes import from_screen, weight_count, weight_names

LISTED = "own"  # the key of a list of one's own in the menus
Weights = tuple[Fraction, ...]

_TITLES = {("order", LISTED): "own list", ("init", LISTED): "own weights"}
_MOST_FIELDS = 12  # more weights are typed into one field, with commas
_IN_A_ROW = 3
_MOST_TYPED = 3000  # entries that a field shows; it has room for some 30,000 letters
_MEANING = "which point is visited next; or a list like 3, 1, 2, repeated"
_WRONG_COUNT = Problem("{quoted}: must be {what}")


def name_control(control: QWidget, param: Param, part: str = "") -> None:
    """Tell screen readers and the pointer what a control is and does to the learning."""
    what = _MEANING if param.name == "order" else param.meaning  # where points count from 1
    control.setObjectName(param.name)
    control.setAccessibleName(f"{param.title}, {part}" if part else param.title)
    control.setAccessibleDescription(param.effect)
    control.setToolTip(f"<p>{what[:1].upper()}{what[1:]}.</p><p>{param.effect}</p>")


def show_list(field: TypedEditor, value: tuple[Any, ...] | None, hint: str = "") -> None:
    """Show a list in a field; of one that is too long, say so: typing another replaces it."""
    is_long = value is not None and len(value) > _MOST_TYPED
    field.setPlaceholderText(f"{len(value or ())} numbers, too many to show" if is_long else hint)
    field.show_value(None if is_long else value)


class ListEditor(ChoiceEditor):
    """A menu; what is listed by the user stands in `below`, to be placed under it."""

    problem_changed = Signal(object)  # the InputError, or None when all is well again

    def __init__(self, param: Param, below: QWidget, keys: Iterable[str] = ()) -> None:
        super().__init__()
        self.param, self.below = param, below
        self.offer(keys)

    def offer(self, keys: Iterable[str]) -> None:
        """Offer these keys, each with its meaning."""
        titles = {key: _TITLES.get((self.param.name, key), key) for key in keys}
        self.show_entries(titles, {key: self.param.kind.meaning_of(key) for key in titles})

    def show_rule(self, rule: Rule, dimension: int) -> None:
        """Show the option of a rule for points of so many coordinates."""
        raise NotImplementedError


class OrderEditor(ListEditor):
    """Choosing the list opens the field; the order changes when the list has been typed."""

    def __init__(self, param: Param) -> None:
        self.field = TypedEditor(
            self._read, lambda order: param.kind.to_text(numbered_order(order))
        )
        super().__init__(param, self.field)
        self._value: Any = None
        self.field.value_requested.connect(self.value_requested)
        self.field.problem_changed.connect(self.problem_changed)
        name_control(self.field, param, "list of points")

    def show_rule(self, rule: Rule, dimension: int) -> None:
        """Show the order in force; sgd cannot choose among mistakes."""
        self.offer([*SEQUENCES, *(() if rule.takes_points_as_they_come else CHOICES), LISTED])
        is_news, self._value = rule.order != self._value, rule.order
        listed = rule.order if isinstance(rule.order, tuple) else None
        show_list(self.field, listed, "such as 3, 1, 2")
        is_typing = self.value() == LISTED and not is_news
        if not is_typing:
            self.show_value(rule.order if listed is None else LISTED)
        self.field.setVisible(self.value() == LISTED)

    def _read(self, text: str) -> Any:
        """Return the points that are typed, which count from 1 here and from 0 in the rule."""
        return from_screen(self.param.read(text.split(",")))

    @Slot()
    def _on_activated(self) -> None:
        is_listed = self.value() == LISTED
        self.field.setVisible(is_listed)
        if is_listed:
            self.field.setFocus()
        else:
            self.field.revert()
            super()._on_activated()


class InitEditor(ListEditor):
    """Weights of one's own begin with those in force, and have a field each."""

    def __init__(self, param: Param) -> None:
        super().__init__(param, QWidget(), ("zeros", "random", LISTED))
        self._rule = Rule()
        self._count = 0  # of the weights
        self._names: list[str] = []  # of the fields
        self._placed: list[QWidget] = []
        self._grid = QGridLayout(self.below)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(0)
        self.fields: list[TypedEditor] = []

    def show_rule(self, rule: Rule, dimension: int) -> None:
        """Show where the run starts."""
        self._rule = rule
        self._count = weight_count(rule, dimension)
        names = [f"{self._count} numbers with commas"]
        if self._count <= _MOST_FIELDS:
            names = weight_names(rule, dimension)
        if names != self._names:
            self._names = names
            self._make_fields()
        is_listed = isinstance(rule.init, tuple)
        self.show_value(LISTED if is_listed else rule.init)
        weights = self._weights() if is_listed else ()
        for place, field in enumerate(self.fields):
            show_list(field, weights[self._part(place)] if is_listed else None)
        self.below.setVisible(is_listed)
        self._show_problem()

    def _weights(self) -> Weights:
        """Return the weights in force; a list that is too short or too long is made to fit."""
        if isinstance(self._rule.init, tuple):
            zeros = (Fraction(0),) * self._count
            return (*self._rule.init, *zeros)[: self._count]
        return tuple(starting_weights(self._rule, self._count))

    def _part(self, place: int) -> slice:
        """Return which weights stand in a field."""
        return slice(place, place + 1) if len(self.fields) > 1 else slice(0, self._count)

    def _make_fields(self) -> None:
        discard(self._grid, *self._placed)
        self._placed = []
        self.fields = [self._make_field(place, name) for place, name in enumerate(self._names)]
        for before, after in pairwise([self, *self.fields]):
            QWidget.setTabOrder(before, after)

    def _make_field(self, place: int, name: str) -> TypedEditor:
        size = self._count if self._count > _MOST_FIELDS else 1
        holds: Holds = "number" if size == 1 else "numbers"
        field = TypedEditor(partial(self._numbers, size), self.param.kind.to_text, holds)
        field.value_requested.connect(partial(self._request, place))
        field.problem_changed.connect(self._show_problem)
        name_control(field, self.param, name)
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
    def _show_problem(self) -> None:
        found = next((field.problem for field in self.fields if field.problem), None)
        if found is None and isinstance(self._rule.init, tuple):
            try:
                starting_weights(self._rule, self._count)
            except RuleError as error:
                found = error
        self.problem_changed.emit(found)

    @Slot()
    def _on_activated(self) -> None:
        is_listed = self.value() == LISTED
        self.value_requested.emit(self._weights() if is_listed else self.value())

    def _numbers(self, count: int, text: str) -> Weights:
        """Return so many numbers as typed."""
        found = self.param.read(text)
        if isinstance(found, str) or len(found) != count:
            what = "one number" if count == 1 else f"{count} numbers"
            raise self.param.error(_WRONG_COUNT, text, what=what)
        return tuple(found)
