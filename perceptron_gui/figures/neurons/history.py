"""The history of neural networks: fourteen dates of CMU's notes, and when research rose and fell.

Every date has a row of its own, tied to its place on a scale of years, so that no names collide.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Dots, Line, Mark, Region, Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import View, ViewOptions
from perceptron_gui.figures.plane.box import PlaneBox, plane_figure

NAME = "history"

DATES: tuple[tuple[int, str], ...] = (
    (1943, "McCulloch, Pitts: a model of the neuron"),
    (1958, "Rosenblatt: the perceptron"),
    (1962, "Novikoff: it converges"),
    (1963, "Bryson: backpropagation, unnoticed"),
    (1969, "Minsky, Papert: no line for XOR"),
    (1982, "Hopfield: recurrent networks"),
    (1985, "Ackley, Hinton, Sejnowski: Boltzmann machines"),
    (1986, "Rumelhart, Hinton, Williams: backpropagation"),
    (1993, "Graphical models take over"),
    (1995, "Cortes, Vapnik: support vector machines"),
    (1998, "LeCun: convolutional networks"),
    (2006, "Hinton: deep belief networks"),
    (2007, "Bengio: deep autoencoders"),
    (2012, "Krizhevsky: AlexNet, trained on GPUs"),
)
# When networks were in favour and when they were not, one after the other.
TURNS = (1943, 1960, 1980, 1993, 2006, 2016)
_SCALE, _WIDE = 2.6, 0.9  # where the scale of years is, and how wide, in rows
_ELBOW, _ROW = 0.4, 2.0  # how far the ties run level, and from the scale to the rows
# The size of letters in rows; in these sizes, how wide a letter is and how far words are from the
# beginning of their row.
_LETTER, _LETTER_WIDTH, _WORDS = 0.78, 0.47, 2.7
_LEAST_LETTER = 0.2


def build(dataset: Dataset, run: Run, cursor: int, options: ViewOptions) -> Figure:
    """Return the scale of years at the left, and the dates in rows beside it."""
    height = len(DATES) + 1.0
    box = PlaneBox(0.0, height * options.aspect, 0.0, height)
    letters = _WORDS + _LETTER_WIDTH * max(len(words) for _, words in DATES)
    letter = min(_LETTER, max(_LEAST_LETTER, (box.x1 - _SCALE - _ROW) / letters))
    shown = PlaneBox(*options.range) if options.range else box
    marks = (*_turns(height, letter), *_dates(height, letter))
    notes = ("Dates from section 1 of the notes of CMU.",)
    return plane_figure(NAME, ("", ""), shown, marks, options.title, notes, bare=True)


def _at(year: float, height: float) -> float:
    """Return where a year is on the scale, the first one at the top."""
    return height - 0.5 - (year - TURNS[0]) / (TURNS[-1] - TURNS[0]) * (height - 1.0)


def _turns(height: float, letter: float) -> Iterator[Mark]:
    """Yield what was in favour as areas of the scale, and the years between them."""
    for number, (first, last) in enumerate(pairwise(TURNS)):
        role, label = (
            (Role.POSITIVE_SIDE, "in favour")
            if number % 2 == 0
            else (Role.IMPOSSIBLE, "out of favour")
        )
        top, bottom = _at(first, height), _at(last, height)
        x = np.array([_SCALE - _WIDE, _SCALE, _SCALE, _SCALE - _WIDE])
        y = np.array([bottom, bottom, top, top])
        yield Region(f"turn {first}", role, x, y, label if number < 2 else "")
        place = _SCALE - _WIDE - 0.2, top
        yield Text(f"year {first}", Role.ASIDE, *place, str(first), "e", letter=letter)


def _dates(height: float, letter: float) -> Iterator[Mark]:
    """Yield every date: its dot on the scale, a line to its row, its year and what happened."""
    for number, (year, words) in enumerate(DATES):
        row, place = len(DATES) - number, _at(year, height)
        x = np.array([_SCALE, _SCALE + _ELBOW, _SCALE + _ROW - _ELBOW, _SCALE + _ROW - 0.2])
        y = np.array([place, place, row, row])
        yield Line(f"tie {number}", Role.CONSTRAINT, x, y)
        yield Dots(f"date {number}", Role.WEIGHTS, x[:1], y[:1])
        at = _SCALE + _ROW
        yield Text(f"when {number}", Role.WEIGHTS, at, row, str(year), "w", letter=letter)
        yield Text(
            f"what {number}", Role.NOTE, at + _WORDS * letter, row, words, "w", letter=letter
        )


_SHOWS = "Fourteen dates from the history of neural networks, from 1943 to 2012."
VIEW = View(NAME, _SHOWS, ViewOptions, build)
