"""A widget that shows a figure: title, legend, plot and notes below each other."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication, QPoint, QPointF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QStatusTipEvent,
)
from PySide6.QtWidgets import QToolButton, QWidget

from perceptron_gui.figures.model.axes import with_ranges
from perceptron_gui.figures.model.figure import Axis, Figure, Reserve
from perceptron_gui.figures.model.figure import entries as legend_entries
from perceptron_gui.figures.model.label import to_html
from perceptron_gui.figures.model.readings import words_at
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.views.paint.ink import Ink
from perceptron_gui.views.paint.plot import FigurePlot
from perceptron_gui.views.widgets.access import tell_changed
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.icons import themed_icon
from perceptron_gui.views.widgets.theme import FAMILY

from .access import FigureAccess
from .corner import CornerRow
from .strips import LegendRow, Strip, WordStrip

_POINTS = 72.0  # in an inch
_EDGE = 0.3  # around everything, in font sizes
_INSIDE = 4  # pixels from the corner of the box to a button in it
# The sizes of titles, of those without axes below them, and of notes; and how much of the height
# they and the legend may take.
_TITLE, _BARE_TITLE, _NOTES = 1.1, 1.0, 0.9
_MOST_TITLE, _MOST = 0.3, 0.2
_LEGEND_ROWS = 4.5  # font sizes: three rows may take as much as a title
_LOW = 18.0  # font sizes: in a lower view there is room for one line of notes only
# A plane is asked for again in another shape where it differs by this, but not forever: another
# shape may have another legend.
_ALIKE, _MOST_CORRECTIONS = 0.002, 3
_NOTHING = Figure("", Axis(range=(0.0, 1.0)), Axis(range=(0.0, 1.0)), bare=True)


class ValuesTip(QStatusTipEvent):
    """A status tip with the values under the pointer, for which a window makes room."""


class FigureView(QWidget):
    """Shows any figure; to show the same again costs nothing."""

    pointed_at = Signal(object)  # the place of the axes under the pointer, None outside of them
    place_clicked = Signal(object)
    enlarge_requested = Signal()  # by a double-click where nothing is zoomed
    aspect_changed = Signal(float)  # width over height that a plane would have to fill its box

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.figure = _NOTHING
        self.ink = self._ink_of(THEMES[DEFAULT], 1.0)
        self._title = WordStrip(False, self)
        self._legend = LegendRow(self)
        self._has_legend = self._has_notes = True
        self._has_close_notes = False
        self._notes = WordStrip(True, self)
        self.corner = CornerRow(self)
        self.corner.changed.connect(self._arrange)
        self._bottom = 0
        self._corrections = 0  # of the aspect that may still be asked for
        self._heights: dict[Strip, int] = {}
        self._heights_for: object = None
        self.plot = FigurePlot(_NOTHING, self.ink, self)
        self.plot.pointed_at.connect(self._on_pointed_at)
        self.plot.place_clicked.connect(self.place_clicked)
        self.plot.double_clicked.connect(self.enlarge_requested)
        self.plot.zoomed.connect(self._show_zoom)
        self._whole: QToolButton | None = None  # made for the first plot that is zoomed

    def show_figure(self, figure: Figure) -> None:
        """Show a figure; only what differs from the last one is drawn anew."""
        if figure != self.figure:
            self.figure = figure
            self._redraw()
            tell_changed(self)

    def accessible(self) -> FigureAccess:
        """Return what stands for the figure where it is not seen."""
        strips = self._title, self._legend, self._notes
        return FigureAccess(self, self, lambda: (*strips, self.plot.widget))

    def show_theme(self, theme: Theme, scale: float = 1.0) -> None:
        """Show everything in a theme, with letters, lines and markers scaled."""
        ink = self._ink_of(theme, scale)
        if ink != self.ink:
            self.ink = ink
            self._redraw()
            self.update()

    def show_legend(self, has_legend: bool) -> None:
        """Show a legend, or leave it to the sheet that the figure is on."""
        if has_legend != self._has_legend:
            self._has_legend = has_legend
            self._heights_for = None
            self._redraw()

    @Slot()
    def _show_zoom(self) -> None:
        """Offer the whole plot while a part of it is seen: else a curve would run out of sight."""
        if self._whole is None:
            self._whole = named(QToolButton(self), "Fit", "Show the whole plot (double-click it)")
            self._whole.setText("Fit")
            self._whole.setObjectName("framed")
            self._whole.setIcon(themed_icon("points.fit"))
            self._whole.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            self._whole.clicked.connect(self.plot.show_all)
        self._whole.setVisible(self.plot.is_zoomed)
        self._whole.adjustSize()
        # In the lower right corner, for which words in the axes have less use than for the upper.
        end = QPointF(self.plot.seen.width, self.plot.seen.height) + self.plot.corner
        size = QPoint(self._whole.width() + _INSIDE, self._whole.height() + _INSIDE)
        self._whole.move(end.toPoint() - size)

    def show_notes(self, has_notes: bool) -> None:
        """Show the notes, or leave them out where a class looks at nothing but the curves."""
        if has_notes != self._has_notes:
            self._has_notes = has_notes
            self._heights_for = None
            self._redraw()

    def keep_notes_close(self, is_close: bool) -> None:
        """Put the notes right below a plane that cannot be drawn as high as there is room."""
        if is_close != self._has_close_notes:
            self._has_close_notes = is_close
            self._arrange()

    def leave_bottom(self, height: int) -> None:
        """Keep everything out of so much of the bottom, where something else lies."""
        if height != self._bottom:
            self._bottom = height
            self._arrange()

    def words_at(self, place: tuple[float, float]) -> tuple[str, ...]:
        """Return x, and the value of every curve there; of a plane both coordinates."""
        return words_at(self.figure, self.plot.seen, *place)

    def values_at(self, position: QPointF) -> tuple[float, float]:
        place = position - self.plot.corner
        return self.plot.seen.values_at(place.x(), place.y())

    def position_of(self, x: float, y: float) -> QPointF:
        place = QPointF(float(self.plot.seen.across(x)), float(self.plot.seen.down(y)))
        return place + self.plot.corner

    def _ink_of(self, theme: Theme, scale: float) -> Ink:
        return Ink(theme, FAMILY, scale * self.logicalDpiY() / _POINTS)

    def _redraw(self) -> None:
        figure, ink = self.figure, self.ink
        self.plot.show_figure(with_ranges(figure), ink)
        self._title.show_words((figure.title,), ink, _BARE_TITLE if figure.bare else _TITLE)
        entries = legend_entries(figure.marks) if self._has_legend else ()
        # What the axis is called needs no entry.
        entries = tuple(entry for entry in entries if entry.label != figure.y.title)
        reserve = figure.reserve or Reserve()
        later = legend_entries(reserve.marks) if self._has_legend else ()
        self._legend.show_entries(entries, ink, later)
        notes, kept = (figure.notes, reserve.notes) if self._has_notes else ((), ())
        self._notes.show_words(notes, ink, _NOTES, kept)
        self._arrange()
        self.plot.draw()
        self._fit_plane()
        if self._whole is not None:  # another kind of figure is shown as a whole
            self._show_zoom()

    def _fit_plane(self) -> None:
        """Ask for a plane that fills its box, if this one leaves a part of it empty."""
        if abs(math.log(self.misfit)) < _ALIKE:
            self._corrections = _MOST_CORRECTIONS
        elif self._corrections and self.isVisible():
            self._corrections -= 1
            self.aspect_changed.emit(self.misfit * self._shape)

    @property
    def misfit(self) -> float:
        """How many times as wide as a plane its box is; 1 for other figures."""
        shape, seen = self._shape, self.plot.seen
        is_drawn = shape and min(seen.width, seen.height) > 1
        return seen.width / seen.height / shape if is_drawn else 1.0

    @Slot()
    def _arrange(self) -> None:
        """Put title, legend, plot and notes below each other."""
        # Curves of another run reach elsewhere and have other notes; a plane is just moved about.
        reach = None if self.figure.equal else self.figure.x
        place = self.figure.name, reach, self.size(), self.ink
        if self._heights_for != place:
            self._heights_for = place
            self._heights = {}
        edge = round(_EDGE * self.ink.em)
        corner = self.corner.place(self.width())
        width, top, bottom = self.width() - 2 * edge, edge, self.height() - self._bottom - edge
        # In large letters the legend of a plot takes more of it; a plane needs its height.
        rows = 0.0 if self.figure.equal else _LEGEND_ROWS * self.ink.em / max(1, self.height())
        legend = max(_MOST, min(rows, _MOST_TITLE))
        for strip, most in ((self._title, _MOST_TITLE), (self._legend, legend)):
            height = self._height(strip, width - corner, most)
            strip.setGeometry(edge, top, width - corner, height)
            top += height + (edge // 2 if height else 0)
        is_low = self.height() < _LOW * self.ink.em
        is_empty = self.figure.bare and not self.figure.marks  # then the notes say why
        most = math.inf if is_empty else 0.0 if is_low else _MOST
        height = min(self._height(self._notes, width, most), bottom - edge)
        self._notes.setGeometry(edge, bottom - height, width, height)
        tip = "<br>".join(map(to_html, (*self._title.left_out, *self._notes.left_out)))
        if tip != self.toolTip():
            self.setToolTip(tip)
        bottom -= height + (edge // 2 if height else 0)
        wide, high = self.width() - edge, max(1, bottom - top)
        if self._has_close_notes and self._shape:
            spare = max(0, high - round(wide / self._shape))
            high -= spare
            self._notes.move(edge, self._notes.y() - spare)
        self.plot.widget.setGeometry(edge // 2, top, wide, high)

    @property
    def _shape(self) -> float:
        """How many times as wide as high a plane is, 0 for other figures."""
        across, up = self.figure.x.range, self.figure.y.range
        if not (self.figure.equal and across and up):
            return 0.0
        return (across[1] - across[0]) / (up[1] - up[0])

    def _height(self, strip: Strip, width: int, most: float) -> int:
        """Return the height of a strip; it keeps what it had, so that the plot stays in place."""
        highest = most * max(1, self.height())
        needed = math.ceil(strip.needed(width, highest))
        self._heights[strip] = max(needed, self._heights.get(strip, 0))
        return self._heights[strip]

    @Slot(object)
    def _on_pointed_at(self, place: tuple[float, float] | None) -> None:
        # The window writes it beside its status, wherever the figure is shown.
        words = () if place is None else self.words_at(place)
        between = ", " if self.figure.equal else "; "
        QCoreApplication.sendEvent(self, ValuesTip(between.join(words)))
        self.pointed_at.emit(place)

    def sizeHint(self) -> QSize:
        return QSize(480, 360)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 120)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Take a double-click beside the plot for one on it; the plot hears of its own."""
        is_beside = not self.plot.widget.geometry().contains(event.position().toPoint())
        if is_beside and event.button() == Qt.MouseButton.LeftButton:
            self.enlarge_requested.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._corrections = _MOST_CORRECTIONS
        self._arrange()
        self._fit_plane()

    def showEvent(self, event: QShowEvent) -> None:
        self._fit_plane()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), QColor(self.ink.theme.background))


def show_whole_plots(window: QWidget) -> None:
    """Show the whole range of every figure in a window that the mouse has moved or zoomed."""
    for view in window.findChildren(FigureView):
        view.plot.show_all()
