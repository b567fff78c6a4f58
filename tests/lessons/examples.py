"""Small lessons, and a perceptron that is as simple as can be, for the tests."""

from __future__ import annotations

from fractions import Fraction

from perceptron_gui.lessons.lesson import Lesson
from perceptron_gui.lessons.reader import read_lesson

HEAD = 'title = "T"\n'
STEP = '[[steps]]\ntitle = "S"\n'
SCENE = '[steps.scene]\ndata = "and"\nrule = { tie = "minus" }\n'


def lesson(
    of_step: str = "", scene: str = SCENE, rest: str = "", head: str = "", name: str = "x.toml"
) -> Lesson:
    """Return a lesson of one step with these lines in it, and more after its scene."""
    return read_lesson(f"{HEAD}{head}\n{STEP}{of_step}\n{scene}\n{rest}\n", name)


Vector = list[Fraction]


def product(a: Vector, b: Vector) -> Fraction:
    """Return ⟨a, b⟩."""
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def plain_perceptron(
    points: list[tuple[Vector, int]], tie: str, eta: Fraction, start: Vector, visits: int
) -> list[Vector]:
    """Return the weights after every visit, points in turn; vectors have the constant last."""
    found = [list(start)]
    for visit in range(visits):
        x, y = points[visit % len(points)]
        score = product(found[-1], x)
        at_tie = {"minus": y > 0, "plus": y < 0, "always": True}[tie]
        wrong = score * y < 0 or (score == 0 and at_tie)
        moved = [w + eta * y * v for w, v in zip(found[-1], x, strict=True)]
        found.append(moved if wrong else found[-1])
    return found
