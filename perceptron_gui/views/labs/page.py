"""The page of an experiment: options, progress with a way to stop, a drawing, a table of runs.

What is computed and drawn is said by the laboratory; who does so, and on which thread, is decided
elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from perceptron_gui.base.errors import in_figures
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Drawing, Table
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.figures.model.view import nothing_to_show, read_options
from perceptron_gui.labs.lab import Experiment, Lab, LabSubject, Place, Replay
from perceptron_gui.lectures.notation import DEFAULT as DEFAULT_NOTATION
from perceptron_gui.views.chrome.headline import OfferBar
from perceptron_gui.views.figure.drawing import DrawingView
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.form import LineForm
from perceptron_gui.views.widgets.stage import ScrollColumn, filled

from .parts import ProgressStrip, ResultSplitter, trial_at

Prepare = Callable[[], Experiment]
Draw = Callable[[], Drawing]
ViewOptionValues = dict[str, dict[str, Any]]  # by the names of views
_DEBOUNCE_MS = 30  # until what has changed is drawn
_STOPPED = "Stopped before anything was known."
_SHOW_XOR = "Show XOR"
# Heights in those of letters. A drawing has words around its plots: where letters are twice as
# large as usual, this leaves a plot of 200 pixels.
_LEAST_DRAWING_EM, _LEAST_TABLE_EM = 15.5, 4.5
_MARGINS = (12, 10, 12, 8)  # pixels around a page, within the frame of its card
_ROWS = "rows"  # the name under which the table below the drawing is requested


class LabPage(QWidget):
    """Shows one experiment; `settings_changed` asks for another one.

    The headline above the page is that of its drawing: a laboratory puts the result of the
    experiment into the `headline` of the figure, sheet or table that it draws (see `Drawing`). A
    page that knows better emits `headline_changed` itself.
    """

    settings_changed = Signal()  # somebody has chosen what is to be tried
    experiment_requested = Signal()  # the same once more, or at last
    options_changed = Signal()  # only the drawing looks different
    headline_changed = Signal(object)  # the Words of the result, large above the page, or None
    drawing_requested = Signal(str, object)  # the name of a view, and what draws it on any thread
    stop_requested = Signal()
    replay_requested = Signal(object)  # a Replay, to be seen on the plane
    offer_chosen = Signal(object)  # a Replay, to be learnt while the page stays in front

    def __init__(self, lab: Lab) -> None:
        super().__init__()
        self.lab = lab
        self._dataset: Dataset | None = None
        self._rules: tuple[Rule, ...] = (Rule(),)
        self._shown = 0
        self._run: Run | None = None
        self._visit = 0
        self._notation = DEFAULT_NOTATION
        self.form = LineForm(lab.offered_params, self._check_option)
        self.form.value_requested.connect(self._on_value_requested)
        self._usual = lab.view.options()
        names = (*self.form.params, *lab.depends_on)
        self.chosen: dict[str, Any] = {name: getattr(self._usual, name) for name in names}
        self._asked: tuple[LabSubject, Any] | None = None  # what the last experiment is about
        self._result: Any = None
        self._drawn: Any = None  # the options with which it was drawn
        self._aspect = 1.0  # width over height to draw for
        self._is_over = False  # whether that is all there is to know
        self._is_drawn = False  # whether something of it is seen
        self.controls = self.form.line
        self.details = QVBoxLayout()  # what a page has to say above its drawing
        self.strip = ProgressStrip(lab.page.hint or lab.view.shows)
        self.bar, self.doing = self.strip.bar, self.strip.doing
        self.stop = QToolButton()
        self.stop.clicked.connect(self._on_stop_clicked)
        self.refusal = OfferBar()  # in the place of results: why there are none, and what helps
        self.refusal.chosen.connect(lambda title: self.offer_chosen.emit(self._offers[title]))
        self.view = DrawingView()
        self.parts = ResultSplitter(self.view)
        # Some experiments draw nothing but the table of their runs.
        self.table = self.view.table if lab.view.is_table else self.parts.table
        self.table.row_activated.connect(self._on_row_activated)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.redraw)
        self.view.figure_made.connect(self._on_figure_made)
        self.view.headline_changed.connect(self.headline_changed)
        self.view.aspect_changed.connect(self._on_aspect_changed)
        self._lay_out()
        self.form.show_values(self.chosen)
        self.show_progress(0, 0)

    @property
    def name(self) -> str:
        return self.lab.view.name

    @property
    def subject(self) -> LabSubject | None:
        """What an experiment would be about now."""
        run, dataset, rule = self._run, self._dataset, self.rule
        if dataset is None:
            return None
        is_own = run is not None and run.dataset is dataset and run.rule == rule
        return LabSubject(dataset, rule, run if is_own else None)

    def experiment(self) -> Prepare | None:
        """Return what makes the experiment for the data and the settings, if there is one."""
        subject = self.subject
        if subject is None:
            return None
        self._asked = subject, self.options
        return partial(self.lab.experiment, *self._asked)

    def drawings(self, aspect: float) -> Mapping[str, Draw]:
        """Return what draws the last result on any thread, by the names of views."""
        run, page = self._run, self.lab.page
        if self._result is None or self._asked is None:
            return {}
        if page.follows_run and (run is None or run.dataset is not self._asked[0].dataset):
            return {}
        options = replace(self.options, notation=self._notation, aspect=aspect)
        self._drawn = options
        seen = self._result, run, self._visit, options
        found: dict[str, Draw] = {self.name: partial(page.draw or self.lab.figures[0].draw, *seen)}
        if page.lists_runs and self._result.trials:
            found[_ROWS] = partial(self.lab.table, self._result, options, in_figures)
        return found

    def store_result(self, result: Any) -> None:
        """Store what is known so far; None where there is nothing to see."""
        self._result = result
        if result is None:
            self.parts.show_table(None)

    def _cache_result(self) -> None:
        """Store the whole result with the run, so that figures in files do not compute it again."""
        if self._is_over and self._asked is not None and self._run is not None:
            subject, options = self._asked
            if self._run.dataset is subject.dataset and self._run.rule == subject.rule:
                self.lab.store(self._run, options, self._result)

    @property
    def options(self) -> Any:
        """What is chosen, as options of the view that the page shows."""
        return read_options(self.lab.view.options, self.view_options.get(self.name, {}))

    def choose_option(self, name: str, value: Any) -> None:
        """Choose another value, with which an experiment or only a drawing is due."""
        if value == self.chosen[name]:
            return
        self.chosen |= {name: value, **self._cleared(name)}
        self.show_chosen()
        if name in self.lab.depends_on:
            self.settings_changed.emit()
        else:
            self.redraw()
            self.options_changed.emit()

    def show_chosen(self) -> None:
        """Show in the form what is chosen, and what else is worth a look."""
        self.form.show_values(self.chosen)
        count = 0 if self._dataset is None else len(self._dataset)
        for name, texts in self.lab.page.suggest(count, self.chosen).items():
            self.form.suggest(name, texts)

    def _cleared(self, name: str) -> dict[str, Any]:
        """Return what is as usual again after a choice of another option."""
        clears = self.lab.page.clears
        return {clears[name]: getattr(self._usual, clears[name])} if name in clears else {}

    def _check_option(self, name: str, value: Any) -> None:
        read_options(self.lab.view.options, {**self.chosen, **self._cleared(name), name: value})

    @property
    def view_options(self) -> ViewOptionValues:
        """The options with which views show in a file what is chosen here."""
        known = {each.name: {f.name for f in fields(each.options)} for each in self.lab.figures}
        return {
            figure: {name: value for name, value in self.chosen.items() if name in names}
            for figure, names in known.items()
        }

    @property
    def kept_options(self) -> Mapping[str, Any]:
        """What a session stores of it, as options of the view of the same name."""
        return self.view_options.get(self.name, {})

    def show_options(self, options: Any) -> bool:
        """Choose what a session has stored; tell whether an experiment is due."""
        before = self.kept_options
        self.chosen = {name: getattr(options, name) for name in self.chosen}
        self.show_chosen()
        return before != self.kept_options

    @property
    def rule(self) -> Rule:
        """The rule that is shown on the plane."""
        return self._rules[self._shown]

    def forget_others(self, dataset: Dataset) -> None:
        """Let go of what belongs to other points: it is large, and must not be shown as theirs."""
        if self._dataset is not None and dataset is not self._dataset:
            self._dataset = self._run = self._asked = None
            self._is_drawn = False
            self.store_result(None)
            self.view.show_drawing(self.empty_drawing(f"{self.work} …"))

    def show_data(self, dataset: Dataset, rules: tuple[Rule, ...], shown: int) -> bool:
        """Show the data and the rules that are tried; tell whether an experiment is due."""
        self.forget_others(dataset)
        is_new = dataset is not self._dataset or (rules, shown) != (self._rules, self._shown)
        self._dataset, self._rules, self._shown = dataset, rules, shown
        if is_new:
            self.show_chosen()  # what a control offers may depend on them
        return is_new

    def show_run(self, run: Run, visit: int) -> None:
        """Show the run on the plane where it stands."""
        if run is self._run and visit == self._visit:
            return
        self._run, self._visit = run, visit
        self._cache_result()
        if self.lab.page.follows_run:
            self.redraw_soon()

    def show_notation(self, notation: str) -> None:
        if notation != self._notation:
            self._notation = notation
            self.redraw()

    def show_result(self, result: object) -> None:
        self._show_refusal("")
        self.store_result(result)
        self._cache_result()
        self.redraw()

    def show_problem(self, why: str) -> None:
        """Say why there is nothing to see; without a reason the last result stays."""
        self._show_refusal(why)
        self.show_progress(0, 0)
        if why:
            self._is_drawn = False
            self.store_result(None)

    def _show_refusal(self, why: str) -> None:
        """Show in the place of results why there are none, and what can be learnt instead."""
        self._offers: Mapping[str, Replay] = {}
        if why and self._dataset is not None and len(self._dataset):
            self._offers = self.lab.page.offers(self._dataset, self.rule)
        elif why:
            self._offers = {_SHOW_XOR: Replay(Rule(), _SHOW_XOR, make(LIBRARY["xor"]))}
        self.refusal.show_offer(
            why, {title: (title, each.name) for title, each in self._offers.items()}
        )
        self.parts.setVisible(not why)
        self.rest.setVisible(bool(why))
        if why:
            self.headline_changed.emit(None)

    @property
    def work(self) -> str:
        words = self.lab.doing.format(self.options)
        return f"{words[:1].upper()}{words[1:]}"

    def empty_drawing(self, sentence: str) -> Drawing:
        """Return what is seen before anything is known: axes or a heading, and a sentence."""
        heading = self.lab.view.first_column
        if heading:
            return Table(self.name, (heading,), (), notes=(sentence,))
        return nothing_to_show(self.name, self.options, sentence)

    def target_at(self, view: FigureView, place: Place | None) -> Any:
        """Return what a click at a place of a figure is about, or None."""
        page = self.lab.page
        if place is None or self._result is None or page.replay is None:
            return None
        if page.at is not None:
            return page.at(self._result, self._drawn, view.figure, place)
        return trial_at(view, self._result, place)

    def follow(self, target: Any) -> None:
        """Put on the plane what was clicked, with its points if they are others."""
        if self._dataset is not None and self.lab.page.replay is not None:
            self.replay_requested.emit(self.lab.page.replay(self._dataset, self._result, target))

    @Slot(int)
    def _on_row_activated(self, row: int) -> None:
        # The table may still be that of the last experiment.
        if self._result is not None and row < len(self._result.trials):
            self.follow(self._result.trials[row])

    def show_preparing(self) -> None:
        """Say that the experiment is about to begin: the first time, compilers take a while."""
        self.show_progress(0, 1, "Preparing …")
        self._show_refusal("")
        if not self._is_drawn:
            self.view.show_drawing(self.empty_drawing(f"{self.work} …"))

    def show_progress(self, done: int, total: int, words: str = "") -> None:
        """Show how far the experiment is; at the end it can be had again."""
        busy = done < total
        self._is_over = 0 < total <= done
        self.strip.show_progress(done, total, words or f"{self.work} …")
        self.stop.setText("Stop" if busy else "Run again")
        tip = "End the experiment where it stands" if busy else "Carry the experiment out again"
        named(self.stop, tip, tip)

    def show_theme(self, theme: Theme, scale: float = 1.0) -> None:
        self.view.show_theme(theme, scale)
        self._keep_plots_high()

    @Slot()
    def redraw(self) -> None:
        for name, draw in self.drawings(self._aspect).items():
            self.drawing_requested.emit(name, draw)

    def show_drawing(self, name: str, drawing: Drawing) -> None:
        """Show what was drawn for one of the views, or the table unless there is a problem."""
        if name == self.name:
            self._is_drawn = True
            said = drawing.headline.full if drawing.headline is not None else None
            notes = (note for note in drawing.notes if to_plain(note) != said)
            self.view.show_drawing(replace(drawing, notes=tuple(notes)))
        elif self._result is not None:
            assert isinstance(drawing, Table)
            self.parts.show_table(drawing)

    @Slot(float)
    def _on_aspect_changed(self, aspect: float) -> None:
        """Draw for the room there is: also when words, a legend or a table take some of it."""
        self._aspect = aspect
        self.redraw_soon()

    @property
    def is_due(self) -> bool:
        """Tell whether a drawing is about to be requested."""
        return self._timer.isActive()

    @Slot()
    def redraw_soon(self) -> None:
        """Draw the last result once for all that changes in a moment; later if it is not seen."""
        if self.isVisible() and not self.is_due:
            self._timer.start(_DEBOUNCE_MS)

    def _lay_out(self) -> None:
        self.form.setMinimumWidth(1)  # rather cut than wider than the page, where letters are large
        top = filled(QHBoxLayout(), (self.form, 1))
        top.addWidget(self.stop, 0, Qt.AlignmentFlag.AlignTop)
        self.body = filled(QHBoxLayout(), (self.parts, 1), spacing=0)
        whole, self.rest = QWidget(), QWidget()
        self.rest.hide()  # what is left of the page below a refusal
        parts = top, self.strip, self.details, self.refusal, (self.body, 1), (self.rest, 1)
        filled(QVBoxLayout(whole), *parts, margins=_MARGINS, spacing=6)
        filled(QVBoxLayout(self), ScrollColumn(whole))

    @Slot(str, object, str)
    def _on_value_requested(self, name: str, value: Any, _gesture: str) -> None:
        self.choose_option(name, value)

    @Slot(object)
    def _on_figure_made(self, view: FigureView) -> None:
        view.pointed_at.connect(partial(self._on_pointed_at, view))
        view.place_clicked.connect(partial(self._on_place_clicked, view))

    def _on_pointed_at(self, view: FigureView, place: Place | None) -> None:
        if self.target_at(view, place) is None:
            view.unsetCursor()
        else:
            view.setCursor(Qt.CursorShape.PointingHandCursor)

    def _on_place_clicked(self, view: FigureView, place: Place) -> None:
        target = self.target_at(view, place)
        if target is not None:
            self.follow(target)

    @Slot()
    def _on_stop_clicked(self) -> None:
        if self.bar.isVisible():
            self.stop_requested.emit()
            if not self._is_drawn:
                self.view.show_drawing(self.empty_drawing(_STOPPED))
        else:
            self.experiment_requested.emit()

    def minimumSizeHint(self) -> QSize:
        return QSize(320, 240)

    def _keep_plots_high(self) -> None:
        """Let the page scroll rather than squeeze its plots, however large the letters are."""
        em = self.fontMetrics().height()
        self.view.setMinimumHeight(round(_LEAST_DRAWING_EM * em))
        self.parts.setMinimumHeight(round((_LEAST_DRAWING_EM + _LEAST_TABLE_EM) * em))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._keep_plots_high()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.redraw_soon()
