"""How a timeline looks: the track, its ticks as a picture that is kept, and the playhead."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPalette, QPen

from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.theory.run_text.ticks import TimeScale, epoch_ticks, update_ticks


@dataclass(frozen=True)
class Lanes:
    """The size of a timeline, and what lies where in it; `em` is the height of its letters."""

    size: QSize
    em: int

    @property
    def margin(self) -> int:
        """What the playhead needs left of the start and right of the end."""
        return round(self.radius) + 4

    @property
    def radius(self) -> float:
        """The size of the playhead."""
        return self.em * 0.46

    @property
    def track(self) -> QRectF:
        """The bar along which the playhead moves."""
        thickness = max(4, round(self.em * 0.34))
        middle = round(self.size.height() - self.radius - 5)
        top = middle - thickness // 2
        return QRectF(self.margin, top, self.size.width() - 2 * self.margin, thickness)

    @property
    def lane(self) -> QRectF:
        """Where the ticks of updates stand, on the track."""
        track, top = self.track, 3 + round(self.em * 0.25)
        return QRectF(track.left(), top, track.width(), track.top() - 1 - top)

    def scale(self, run: Run | None) -> TimeScale:
        """Return which visit lies at which pixel of the track."""
        return TimeScale(run.computed_visits if run else 0, max(0, int(self.track.width())))


def ticks_picture(run: Run, lanes: Lanes, theme: Theme) -> QImage:
    """Return the ticks of a run on a transparent ground, as large as the timeline.

    Pixels are far faster than so many rectangles.
    """
    pixels = np.zeros((lanes.size.height(), lanes.size.width()), np.uint32)
    scale, left = lanes.scale(run), int(lanes.track.left())
    for beside in range(max(1, lanes.em // 14)):
        pixels[2:-2, left + epoch_ticks(run, scale) + beside] = QColor(theme.muted).rgba()
    thickness, top = _thickness(lanes, scale), int(lanes.lane.top())
    height = max(0, int(lanes.lane.height()))
    at, shares = update_ticks(run, scale)
    tops = np.zeros(scale.width + 1 + thickness)
    for beside in range(thickness):
        tops[at + beside] = np.rint(height * shares)
    first = left - thickness // 2
    lane = pixels[top : top + height, first : first + len(tops)]
    lane[np.arange(height, 0, -1)[:, None] <= tops] = QColor(theme.style(Role.MISTAKE).color).rgba()
    rows, columns = pixels.shape
    kind = QImage.Format.Format_ARGB32_Premultiplied
    return QImage(pixels.data, columns, rows, pixels.strides[0], kind).copy()


def known_edge(run: Run, lanes: Lanes, made: int) -> float:
    """Return where the ticks of the visits made so far end, and no later one has begun."""
    scale = lanes.scale(run)
    left, thickness = lanes.track.left() + int(scale.pixel(made) + 0.5), _thickness(lanes, scale)
    is_shared = scale.visits > scale.width  # by visits before and after the cursor
    return left if is_shared else left - thickness // 2 + thickness


def _thickness(lanes: Lanes, scale: TimeScale) -> int:
    """Return how thick ticks are: where they have room, to be seen from the back row."""
    apart = scale.width / scale.visits if scale.visits else 0
    return min(max(1, int(apart * 0.6)), max(2, round(lanes.em * 0.2)))


def paint_period(
    painter: QPainter, span: tuple[int, int], run: Run, lanes: Lanes, theme: Theme
) -> None:
    """Shade the visits after which everything repeats, between two posts."""
    scale, track = lanes.scale(run), lanes.track
    left, right = (track.left() + scale.pixel(visit) for visit in span)
    color = QColor(theme.style(Role.RESULT).color)
    painter.setPen(QPen(color, 2))
    area = QRectF(left, 2, right - left, lanes.size.height() - 4)
    for x in (left, right):
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
    color.setAlphaF(0.2)
    painter.fillRect(area, color)


def paint_track(painter: QPainter, lanes: Lanes, palette: QPalette, played: float) -> None:
    """Draw the bar, filled up to the pixel that has been played."""
    track = lanes.track
    rounding = track.height() / 2
    ground = QColor(palette.color(QPalette.ColorRole.WindowText))
    ground.setAlphaF(0.22)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(track, rounding, rounding)
    painter.setBrush(palette.color(QPalette.ColorRole.Highlight))
    track.setWidth(max(played, 2 * rounding))
    painter.drawRoundedRect(track, rounding, rounding)


def paint_playhead(
    painter: QPainter, lanes: Lanes, palette: QPalette, pixel: float, color: QColor, open_: bool
) -> None:
    """Draw a line through the ticks and a knob on the track, hollow while a question is open."""
    track = lanes.track
    x = track.left() + pixel
    painter.setPen(QPen(color, 2))
    painter.drawLine(QPointF(x, 2), QPointF(x, track.bottom()))
    radius = lanes.radius
    painter.setPen(QPen(palette.color(QPalette.ColorRole.Window), 2))
    painter.setBrush(color)
    painter.drawEllipse(QPointF(x, track.center().y()), radius, radius)
    if open_:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(palette.color(QPalette.ColorRole.Window))
        painter.drawEllipse(QPointF(x, track.center().y()), radius * 0.5, radius * 0.5)
