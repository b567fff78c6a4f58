"""The options of one rule under a few headings, only those that the rule uses."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal

from perceptron_gui.base.errors import RuleError
from perceptron_gui.core.rules.rule import OPTIONS, Rule, starting_weights
from perceptron_gui.views.widgets.editors import OwnEditor
from perceptron_gui.views.widgets.form import ColumnForm, ExplainedField, Field

from .changes import changed, orders_of, request_name, weight_count, weight_names


class RuleControls(ColumnForm):
    """Turns what the controls ask for into a whole rule."""

    # The rule, what an undo step is called, and the gesture of which that is a part.
    rule_requested = Signal(object, str, str)

    def __init__(self, follows_drags: bool = True) -> None:
        self._rule = Rule()
        self._dimension = 2
        super().__init__(
            OPTIONS.values(), self._changed, is_explained=True, follows_drags=follows_drags
        )
        self.value_requested.connect(self._on_value_requested)
        self._show()

    def show_rule(self, rule: Rule) -> None:
        """Show the options of a rule."""
        if rule != self._rule:
            self._rule = rule
            self._show()

    def show_dimension(self, dimension: int) -> None:
        """Show how many weights there are for points of so many coordinates."""
        if dimension != self._dimension:
            self._dimension = dimension
            self._show()

    def _show(self) -> None:
        rule = self._rule
        self.show_values(rule.options(), set(filter(rule.uses_option, OPTIONS)))
        if "order" in self.fields:
            self.fields["order"].offer(orders_of(rule))
        if "init" in self.fields:
            self._show_start(self.fields["init"])

    def _show_start(self, field: Field) -> None:
        """Let weights of one's own begin with those in force; say what each belongs to."""
        rule, count = self._rule, weight_count(self._rule, self._dimension)
        assert isinstance(field, ExplainedField) and isinstance(field.editor, OwnEditor)
        problem = field.editor.below.problem
        if isinstance(rule.init, tuple):
            field.explanation.show_text(f"for {', '.join(weight_names(rule, self._dimension))}")
        try:
            weights = tuple(starting_weights(rule, count))
        except RuleError as error:
            problem = problem or error
        else:
            field.editor.begin_with(lambda: weights)
        self.show_problem(field, problem)

    def _changed(self, name: str, value: Any) -> Rule:
        return changed(self._rule, name, value, self._dimension)

    def _on_value_requested(self, name: str, value: Any, gesture: str) -> None:
        rule = self._changed(name, value)
        self.rule_requested.emit(rule, request_name(name, getattr(rule, name)), gesture)
        self._show()  # what is in force, whether the request was met or not
