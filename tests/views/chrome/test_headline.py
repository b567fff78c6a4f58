"""The bar with the headline: forms by width, a colour by what happened, letters by the window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui import train
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.theory.run_text.words import NO_POINTS, Words, headline
from perceptron_gui.views.chrome.headline import HeadlineBar
from tests.figures.timelines import XOR
from tests.views.desk import use_theme
from tests.views.pixels import on_screen, shows, where

LIGHT = THEMES["light"]
CYCLE = train(*XOR).prolonged(40)
ROUND = headline(CYCLE, Moment(38), NOTATIONS["000"])


@pytest.fixture
def bar(qtbot: QtBot) -> Iterator[HeadlineBar]:
    """A headline above the middle of a window."""
    use_theme()
    window, bar = QWidget(), HeadlineBar()
    column = QVBoxLayout(window)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(bar)
    column.addStretch()
    on_screen(qtbot, window, 760, 200)
    yield bar


def make_wide(bar: HeadlineBar, width: int) -> None:
    bar.window().resize(width, 200)
    QApplication.sendPostedEvents()
    assert bar.width() == width


def room_for(bar: HeadlineBar, words: str) -> int:
    """Return the width at which these words just fit."""
    margins = bar.width() - bar.contentsRect().width()
    return bar.fontMetrics().horizontalAdvance(words) + margins


def test_at_first_it_says_how_to_begin(bar: HeadlineBar) -> None:
    assert bar.text() == bar.words == bar.accessibleName() == bar.toolTip() == NO_POINTS


def test_the_short_form_is_said_where_the_full_one_does_not_fit(bar: HeadlineBar) -> None:
    bar.show_headline(ROUND)
    for text, width in (
        (ROUND.full, room_for(bar, ROUND.full)),
        (ROUND.short, room_for(bar, ROUND.full) - 1),
        (ROUND.short, room_for(bar, ROUND.short)),
    ):
        make_wide(bar, width)
        assert bar.text() == text
    make_wide(bar, room_for(bar, ROUND.short) - 1)
    assert bar.text().endswith("…")  # but all of it can be read aloud, and in the tip
    assert bar.accessibleName() == bar.toolTip() == bar.words == ROUND.full


@pytest.mark.parametrize(
    ("kind", "role"),
    [
        ("mistake", Role.MISTAKE),
        ("right", Role.SUCCESS),
        ("end", Role.SUCCESS),
        ("wrong", Role.MISTAKE),
        ("diverged", Role.MISTAKE),
        ("cycle", Role.RESULT),
    ],
)
def test_what_happened_has_a_colour(bar: HeadlineBar, kind: str, role: Role) -> None:
    bar.show_headline(Words("Visit 3", "Visit 3", kind))
    coloured = where(bar, LIGHT.style(role).color)
    assert coloured[bar.height() // 2, 2]
    words = bar.contentsRect().left()
    assert not coloured[:, words - 2 :].any()  # the letters stay as readable as any other


@pytest.mark.parametrize("kind", ["", "question"])
def test_what_is_open_has_none(bar: HeadlineBar, kind: str) -> None:
    bar.show_headline(Words("Visit 3", "Visit 3", "mistake"))
    bar.show_headline(Words("Visit 3", "Visit 3", kind))
    for role in (Role.MISTAKE, Role.SUCCESS, Role.RESULT):
        assert not shows(bar, LIGHT.style(role).color)


def test_it_never_makes_the_window_wider(bar: HeadlineBar) -> None:
    bar.show_headline(Words("A long sentence. " * 40, "Short"))
    assert bar.window().width() == 760
    assert bar.minimumSizeHint().width() == 0
    assert bar.text() == "Short"
