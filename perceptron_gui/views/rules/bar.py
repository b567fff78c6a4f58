"""The bar of what makes the rule what it is, and of what a lecture changes most."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSizePolicy, QWidget

from perceptron_gui.base.errors import InputError, window_sentence
from perceptron_gui.base.params import Choice, Param
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.views.widgets.editors import ChoiceEditor, named
from perceptron_gui.views.widgets.form import Field, ParamForm, tip_of
from perceptron_gui.views.widgets.slider import NumberEditor
from perceptron_gui.views.widgets.stage import filled
from perceptron_gui.views.widgets.text import MenuButton, text_button

from .changes import changed, orders_of, request_name

_OWN = "loss", "kernel", "width", "solver"  # what makes some rules what they are
_OTHERS = "tie", "offset"
# A list of one's own is typed in the panel, so here the order is a plain choice.
_ORDER = replace(OPTIONS["order"], kind=Choice(OPTIONS["order"].choices))
_PARAMS = (
    *(OPTIONS[name] for name in ("rule", *_OWN, "eta")),
    _ORDER,
    *(OPTIONS[name] for name in _OTHERS),
)
_SLIDER, _FIELD = 4.5, 3.2  # widths in heights of letters
_SPACING, _INNER, _MARGIN = 12, 4, 8  # between options, between a title and its editor


class RuleForm(ParamForm):
    """Turns what its fields ask for into a whole rule."""

    # The rule, what an undo step is called, and the gesture of which that is a part.
    rule_requested = Signal(object, str, str)

    def __init__(self, params: Iterable[Param], **how: Any) -> None:
        self.rule, self.dimension = Rule(), 2
        super().__init__(params, self._changed, **how)
        self.value_requested.connect(self._on_value_requested)

    def show_rule(self, rule: Rule, dimension: int) -> None:
        """Show the options of a rule that learns points of so many coordinates."""
        if (rule, dimension) != (self.rule, self.dimension):
            self.rule, self.dimension = rule, dimension
            self._show()

    def _show(self) -> None:
        """Show the options that the rule uses."""
        raise NotImplementedError

    def _changed(self, name: str, value: Any) -> Rule:
        return changed(self.rule, name, value, self.dimension)

    def _on_value_requested(self, name: str, value: Any, gesture: str) -> None:
        rule = self._changed(name, value)
        self.rule_requested.emit(rule, request_name(name, getattr(rule, name)), gesture)
        self._show()  # what is in force, whether the request was met or not


class RuleBar(RuleForm):
    """Shows the main options of the rule and asks for others; `all` is one click away."""

    problem_found = Signal(str)  # a sentence on what was typed

    def __init__(self) -> None:
        super().__init__(_PARAMS)
        self.lecture = named(
            MenuButton(""),
            "Lecture",
            "Whose symbols and conventions: tie rule, order, learning rate, start and offset",
        )
        self.lecture.setObjectName("framed")
        tip = "Open the panel with everything that can be set"
        self.all_options = text_button("All options", "All options", tip)
        self.all_options.setCheckable(True)
        self._line = QHBoxLayout(self)
        # In the order of the parameters, used or not: what one rule adds comes after its name.
        self.show_values(self.rule.options())
        self._lay_out()
        self._show()

    def place(self, field: Field) -> None:
        self._line.addWidget(field)

    def show_problem(self, field: Field, problem: InputError | None) -> None:
        """Say what is wrong far from the field, where there is room, and in its tip."""
        sentence = "" if problem is None else window_sentence(problem)
        title = field.param.title
        if sentence and title.split()[-1] not in sentence:
            sentence = f"{title}: {sentence}"
        for part in field.parts:
            part.setToolTip(sentence or tip_of(field.param))
        if sentence:
            self.problem_found.emit(sentence)

    def set_choices(self, lectures: QMenu, panel: QAction) -> None:
        """Offer what the lectures set, and the panel with all options."""
        self.lecture.setMenu(lectures)
        self.all_options.clicked.connect(panel.trigger)
        panel.toggled.connect(self.all_options.setChecked)
        self._fit()

    def show_notation(self, name: str) -> None:
        """Show whose symbols are used."""
        self.lecture.show_words(NOTATIONS[name].title.partition(" (")[0])
        self._fit()

    def _lay_out(self) -> None:
        for field in self.fields.values():
            if isinstance(field.editor, ChoiceEditor):
                field.editor.show_whole_titles()
        self.fields["rule"].title.hide()  # its menu says what it is
        self._lecture_title = QLabel("Lecture")
        parts = (self._lecture_title, self.lecture, 1, self.all_options)
        filled(self._line, *parts, margins=(1, 0, 2 * _MARGIN - 1, 0), spacing=_SPACING)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._fit()

    def _show(self) -> None:
        rule = self.rule
        self.fields["order"].offer(orders_of(rule))
        listed = {"order": OPTIONS["order"].kind.own} if isinstance(rule.order, tuple) else {}
        used = set(filter(rule.uses_option, OPTIONS))
        self.show_values(rule.options() | listed, used)
        self._fit()

    def _fit(self) -> None:
        """Fit the widths to the letters; what matters least goes first where there is no room.

        The layout is not asked: it hears only later of what is shown and hidden here.
        """
        em, eta = self.fontMetrics().height(), self.fields["eta"].editor
        assert isinstance(eta, NumberEditor)
        eta.field.setFixedWidth(round(_FIELD * em))
        eta.slider.setFixedWidth(round(_SLIDER * em))
        used = {name: field for name, field in self.fields.items() if not field.isHidden()}
        titles: list[QWidget] = [self._lecture_title]
        titles += [used[name].title for name in ("order", "tie", "eta") if name in used]
        # In very large letters only the panel, which `all options` opens, has the others.
        others = [used[name].editor for name in ("offset", "tie", "order") if name in used]
        leaving: list[QWidget] = [*titles, eta.slider, self.lecture, *others]
        staying: list[QWidget] = [used["rule"].editor, eta.field, self.all_options]
        staying += [used[name] for name in _OWN if name in used]
        if "eta" not in used:
            leaving.remove(eta.slider)
            staying.remove(eta.field)
        inner = {*titles[1:], eta.slider}
        rooms = {p: _width_of(p) + (_INNER if p in inner else _SPACING) for p in leaving + staying}
        needed = sum(rooms.values()) + 2 * _MARGIN
        for part in leaving:
            part.setVisible(needed <= self.width())
            needed -= 0 if needed <= self.width() else rooms[part]
        for title in titles:  # a longer one may have left room for another
            if title.isHidden() and needed + rooms[title] <= self.width():
                title.show()
                needed += rooms[title]
        for place in (eta.row, *(field.grid for field in self.fields.values())):
            place.activate()

    def show_theme(self, _theme: Theme, _scale: float = 1.0) -> None:
        """Fit the widths anew.

        WORKAROUND Qt 6.10: a style sheet with lengths brings back the least and the largest size
        that a widget had under the sheet before, after the bar has followed its letters.
        """
        self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()


def _width_of(part: QWidget) -> int:
    # A list that has become shorter keeps its old minimum for a while.
    wanted = max(part.sizeHint().width(), part.minimumSizeHint().width())
    return min(wanted, part.maximumWidth())
