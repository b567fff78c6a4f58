"""Grades: the files of a class against the conditions of their tasks, as text, JSON and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from perceptron_gui.base.cancel import Progress, no_progress
from perceptron_gui.base.errors import InputError, UsageError, window_sentence
from perceptron_gui.base.files import exists, read_handed_in
from perceptron_gui.base.text import count, printable
from perceptron_gui.document.model.session import SessionTask
from perceptron_gui.document.sources import session_in

from .claims import Claim, Finding, changed_text, with_signs
from .homework import TaskPlace, lesson_of, place_text, task_of
from .lesson import Lesson

NO_TASK = "names no task of a lesson; `perceptron-gui lessons homework` writes files that do"
COLUMNS = ("file", "student", "lesson", "step", "solved", "met", "conditions", "missing", "problem")
_LONGEST_NAME = 100
_FORMULA = tuple("=+-@\t\r")  # how a cell begins that a spreadsheet would compute


@dataclass(frozen=True)
class GradedFile:
    """The grade of one file: a finding for every condition, or the problem with the file."""

    file: str
    task: SessionTask | None = None
    findings: tuple[Finding, ...] = ()
    error: InputError | None = None

    @property
    def problem(self) -> str:
        """What is wrong with the file, or nothing."""
        return "" if self.error is None else str(self.error).removeprefix(f"{self.file}: ")

    @property
    def shown_problem(self) -> str:
        """The same in the words of the window."""
        if self.error is None:
            return ""
        return window_sentence(self.error.shown.removeprefix(f"{self.file}: "))

    @property
    def student(self) -> str:
        """Who did it, in one line; nothing where no name was given."""
        return (
            ""
            if self.task is None
            else printable(" ".join(self.task.student.split()), _LONGEST_NAME)
        )

    @property
    def missing(self) -> str:
        """Which conditions are not met, and what is true instead."""
        return "; ".join(f"{each.that} ({each.truth})" for each in self.findings if not each.holds)

    @property
    def met(self) -> int:
        """How many conditions are met."""
        return sum(each.holds for each in self.findings)

    @property
    def is_solved(self) -> bool:
        """Tell whether all conditions are met."""
        return bool(self.findings) and self.met == len(self.findings)

    def __str__(self) -> str:
        by = f" by {self.student}" if self.student else ""
        parts = [f"{self.file}: {'solved' if self.is_solved else 'not solved'}{by}"]
        if self.task is not None:
            parts.append(place_text(self.task.lesson, self.task.step))
        if self.problem:
            return ", ".join([*parts, self.problem])
        parts.append(f"{self.met} of {count(len(self.findings), 'condition')} met")
        return ", ".join(parts) + (f", missing: {self.missing}" if self.missing else "")

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        task = self.task
        return {
            "file": self.file,
            "student": self.student or None,
            "lesson": None if task is None else task.lesson,
            "step": None if task is None else task.step,
            "solved": self.is_solved,
            "met": self.met,
            "conditions": [
                {"that": each.that, "met": each.holds, "truth": each.truth}
                for each in self.findings
            ],
            "problem": self.problem or None,
        }


def grade(
    data: bytes, file: str, lessons: Mapping[str, Lesson], tasks: Collection[TaskPlace] = ()
) -> GradedFile:
    """Check a file of a student; `lessons` are looked at before those of the program.

    Where `tasks` were set, a student who did another one solved none of them.
    """
    task: SessionTask | None = None
    try:
        session = session_in(data, file)
        if session is None:
            raise InputError("this is no session; save the work as one (.json)")
        task = session.task
        if task is None:
            raise InputError(f"the session {NO_TASK}")
        number, asked = task_of(lesson_of(task, lessons), task)
        task = replace(task, step=number)
        if tasks and (task.lesson, number) not in tasks:
            wanted = " or ".join(place_text(*each) for each in tasks)
            raise InputError(f"but the task that was set is {wanted}")
        findings = tuple(
            replace(finding, that=condition_text(condition))
            for condition, finding in zip(asked.conditions, asked.check(session), strict=True)
        )
    except InputError as error:
        return GradedFile(file, task, error=error)
    return GradedFile(file, task, findings)


def files_in(name: str) -> list[str]:
    """Return a file, or those of a folder that are not hidden, in the order of their names."""
    folder = Path(name)
    if not exists(folder) or not _is_folder(folder):
        return [name]
    files = sorted(
        each for each in folder.iterdir() if not _is_folder(each) and not each.name.startswith(".")
    )
    if not files:
        raise UsageError(f"{printable(name)}: there are no files in this folder")
    return list(map(str, files))


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def grade_files(
    files: Sequence[str],
    lessons: Mapping[str, Lesson],
    tasks: Collection[TaskPlace] = (),
    progress: Progress = no_progress,
) -> list[GradedFile]:
    """Check the answers of a class; a file that cannot be read is one that is not solved."""
    graded: list[GradedFile] = []
    for number, file in enumerate(files, 1):
        name = printable(file)
        try:
            graded.append(grade(read_handed_in(file), name, lessons, tasks))
        except InputError as error:
            graded.append(GradedFile(name, error=error))
        progress(number, len(files))
    return graded


def condition_text(condition: Claim) -> str:
    """Return a condition in signs that are read: With no offset: points ≥ 3."""
    return f"{changed_text(condition.change)}{with_signs(condition.statement.text)}"


def solved_text(graded: Sequence[GradedFile]) -> str:
    """Write how many files are solved: 3 of 4 files solved."""
    solved = sum(each.is_solved for each in graded)
    return f"{solved} of {count(len(graded), 'file')} solved"


def grades_csv(graded: Sequence[GradedFile]) -> str:
    """Write a table of the class, a file in every row."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for each in graded:
        task = each.task
        place = ("", "") if task is None else (task.lesson, str(task.step))
        solved, total = "yes" if each.is_solved else "no", len(each.findings)
        row = (each.file, each.student, *place, solved, each.met, total, each.missing, each.problem)
        writer.writerow([_cell(str(value)) for value in row])
    return out.getvalue()


def _cell(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula, whatever a student is called."""
    return f"'{text}" if text.startswith(_FORMULA) else text
