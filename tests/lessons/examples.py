"""Small lessons for the tests."""

from __future__ import annotations

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
