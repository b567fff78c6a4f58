"""Tests of words with mathematics: where they may be cut."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication

from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.views.paint.ink import Ink, RichText
from perceptron_gui.views.widgets.theme import FAMILY, load_fonts

INK = Ink(THEMES["light"], FAMILY, 1.3)
WORDS = "No line separates these points"


def advance(words: str) -> float:
    return QFontMetricsF(INK.font()).horizontalAdvance(words)


@pytest.mark.parametrize(
    ("until", "whole"),
    [
        ("No line sepa", "No line"),
        ("No li", "No"),
        ("N", "N"),
        ("No line separates these points", "No line separates these points"),
    ],
)
def test_words_are_cut_between_words(qapp: QApplication, until: str, whole: str) -> None:
    load_fonts()
    text = RichText(WORDS, INK.font(), "#000000")
    end = text.end_of_word(advance(until) + 0.1, text.height / 2)
    assert end == pytest.approx(advance(whole), abs=1.5)


def test_every_line_is_cut_on_its_own(qapp: QApplication) -> None:
    load_fonts()
    text = RichText(WORDS, INK.font(), "#000000", advance("No line separates") + 2)
    assert text.height > 1.5 * INK.em  # two lines
    below = text.end_of_word(advance("these poi"), 0.75 * text.height)
    assert below == pytest.approx(advance("these"), abs=1.5)
