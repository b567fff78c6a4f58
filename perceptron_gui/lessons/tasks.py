"""Tasks: what a student is to make, the conditions the engine checks, and a solution."""

from __future__ import annotations

from dataclasses import replace

from perceptron_gui.base.values import frozen_value
from perceptron_gui.document.model.session import Session

from .claims import Claim, Finding, read_claim
from .scenes import OF_RUN, Scene, SceneChange, read_change
from .source import Entry

_LONGEST_TEXT = 2000
_MOST_CONDITIONS = 20


@frozen_value
class LessonTask:
    """What is to be done; the conditions are about the end of the run, unless they say where."""

    text: str
    conditions: tuple[Claim, ...]
    hint: str = ""
    solution: SceneChange | None = None


def read_task(entry: Entry) -> LessonTask:
    """Return the task of a step."""
    found = entry.table(("text", "hint", "conditions", "solution"))
    for key in ("text", "conditions"):
        if key not in found:
            raise entry.error(f"{key} is missing")
    conditions = found["conditions"].entries(_MOST_CONDITIONS)
    if not conditions:
        raise found["conditions"].error("there are no conditions; give at least one")
    return LessonTask(
        found["text"].prose(_LONGEST_TEXT),
        tuple(read_claim(each) for each in conditions),
        found["hint"].prose(_LONGEST_TEXT) if "hint" in found else "",
        read_change(found["solution"], OF_RUN) if "solution" in found else None,
    )


def check(task: LessonTask, session: Session) -> list[Finding]:
    """Return of every condition whether a session meets it, and what is true instead."""
    scene = Scene(replace(session, cursor="end"))
    return [condition.holds(scene) for condition in task.conditions]


def solved(task: LessonTask, scene: Scene) -> Scene | None:
    """Return the scene of the solution, if there is one."""
    if task.solution is None:
        return None
    return task.solution.apply(scene, scene.session.notation)
