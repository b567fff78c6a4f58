"""The control of the order of visits: a menu, and a field for a list of one's own."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Slot

from perceptron_gui.core.option_values import checked
from perceptron_gui.core.rule import Rule
from perceptron_gui.core.visiting import CHOICES, SEQUENCES

from .calm_combo import CalmCombo
from .option_editors import OptionEditor, named
from .option_words import LISTED, MEANINGS
from .typed_field import TypedField

_TITLES = {LISTED: "own list"}


class OrderEditor(OptionEditor):
    """Choosing the list opens the field; the order changes when the list has been typed."""

    def __init__(self) -> None:
        super().__init__("order")
        self._value: Any = None
        self.combo = CalmCombo()
        self.combo.activated.connect(self._on_activated)
        self._place(self.combo)
        self.field = self.below = TypedField(_read, lambda order: ", ".join(map(str, order)))
        self.field.setPlaceholderText("such as 2, 0, 1")
        self.field.value_requested.connect(self.value_requested)
        self.field.problem_changed.connect(self._on_problem_changed)
        named(self.field, "order", "list of points")

    def show_rule(self, rule: Rule, dimension: int) -> None:
        """Show the order in force; sgd cannot choose among mistakes."""
        offered = [*SEQUENCES, *(() if rule.rule == "sgd" else CHOICES), LISTED]
        self.combo.show_entries({key: _TITLES.get(key, key) for key in offered}, MEANINGS["order"])
        is_news, self._value = rule.order != self._value, rule.order
        is_listed = isinstance(rule.order, tuple)
        self.field.show_value(rule.order if is_listed else None)
        is_typing = self.combo.key() == LISTED and not is_news
        if not is_typing:
            self.combo.show_key(LISTED if is_listed else str(rule.order))
        self.field.setVisible(self.combo.key() == LISTED)

    def meaning(self) -> str:
        """Say what the choice means."""
        return MEANINGS["order"].get(self.combo.key(), "")

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


def _read(text: str) -> Any:
    return checked("order", text.split(","))
