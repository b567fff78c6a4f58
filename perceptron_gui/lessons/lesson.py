"""A lesson as a value: what it is about, and its steps with their scenes."""

from __future__ import annotations

from perceptron_gui.base.values import frozen_value
from perceptron_gui.lectures.notation import DEFAULT as DEFAULT_NOTATION

from .claims import Claim
from .predictions import LessonPrediction
from .scenes import Scene
from .tasks import LessonTask


@frozen_value
class LessonStep:
    """One step: what is said, shown, hidden, asked and claimed."""

    title: str
    scene: Scene
    prose: str = ""
    notes: str = ""  # for the presenter
    hide: tuple[str, ...] = ()  # future, verdict, or panels
    claims: tuple[Claim, ...] = ()
    prediction: LessonPrediction | None = None
    task: LessonTask | None = None


@frozen_value
class LessonHeading:
    """What a lesson is about, without its steps; `name` is that of its file, without the ending."""

    name: str
    title: str
    lecture: str = ""  # its number
    pages: str = ""  # where in the lecture
    language: str = "en"
    minutes: int = 10
    goals: tuple[str, ...] = ()
    symbols: str = DEFAULT_NOTATION
    step_titles: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """Where it comes from, as it is cited: lecture 000, slides 12 to 16."""
        parts = (f"lecture {self.lecture}" if self.lecture else "", self.pages)
        return ", ".join(part for part in parts if part)


@frozen_value
class Lesson(LessonHeading):
    """A whole lesson."""

    steps: tuple[LessonStep, ...] = ()
