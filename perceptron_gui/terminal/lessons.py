"""The command `lessons`: lists them, proves what they claim, and makes files of them."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from perceptron_gui.base.errors import InputError, UsageError
from perceptron_gui.base.files import (
    check_writable,
    write,
    write_atomically,
    write_report,
)
from perceptron_gui.base.resources import VERSION
from perceptron_gui.base.text import aligned, count, quoted

from .parser import Parser, add_param, check_word
from .progress import counted

if TYPE_CHECKING:
    from perceptron_gui.figures.model.theme import Theme

Handler = Callable[[argparse.Namespace], int]
_MOST_VARIANTS = 1000  # of a quiz
_QUIZZES = {".xml": "moodle", ".tex": "tex", ".html": "html"}  # by the ending of the file
_NO = 1  # the exit code where a lesson claims what is not so, or not every file solves its task


def add_lessons(command: Parser, named: list[str]) -> None:
    """Add the words that `lessons` takes, one of which may be named."""
    from perceptron_gui.export.layout.page import PAGE

    check_word("lessons", named, COMMANDS)
    words = command.add_commands("WORD")
    command.set_defaults(handler_of_lessons=_list)
    added: dict[str, Parser] = {}
    for name, (meaning, handler) in COMMANDS.items():
        added[name] = words.add_parser(name, help=meaning, description=meaning, allow_abbrev=False)
        added[name].set_defaults(handler_of_lessons=handler, command=added[name])
    meaning = "a file, or the name of a lesson; all that come with the program unless one is named"
    added["check"].add_argument("files", metavar="FILE", nargs="*", help=meaning)
    for name, meaning in _WRITTEN.items():
        added[name].add_argument("name", metavar="NAME", help="a lesson, or a file of your own")
        added[name].add_argument("--out", metavar="FILE", required=True, help=meaning)
    from perceptron_gui.export.handouts.content import KINDS

    meaning = "; ".join(f"{kind}: {what}" for kind, what in KINDS.items())
    added["handout"].add_argument("--kind", choices=KINDS, default="script", help=meaning)
    added["handout"].add_argument(  # as it was called before there were worksheets
        "--solutions", dest="kind", action="store_const", const="solutions", help=argparse.SUPPRESS
    )
    for name in ("handout", "page"):
        add_param(added[name], PAGE["theme"])
    meaning = "which task, where there are more"
    added["homework"].add_argument("--step", metavar="N", type=int, help=meaning)
    _add_quiz(added["quiz"])
    grade = added["grade"]
    meaning = "a session that a student saved, or a folder of them"
    grade.add_argument("files", metavar="FILE", nargs="+", help=meaning)
    meaning = "a lesson of your own whose task it is; may be repeated"
    grade.add_argument("--lesson", metavar="FILE", action="append", default=[], help=meaning)
    meaning = "the task that was set; another one is not counted as solved; may be repeated"
    grade.add_argument("--task", metavar="LESSON:STEP", action="append", default=[], help=meaning)
    grade.add_argument("--json", metavar="FILE", help="write JSON to FILE, or - to print it")
    meaning = "write a table of the class (CSV) to FILE, or - to print it"
    grade.add_argument("--csv", metavar="FILE", help=meaning)
    meaning = "print nothing; the exit code is 0 if every file solves its task, else 1"
    grade.add_argument("--quiet", action="store_true", help=meaning)


def _add_quiz(quiz: argparse.ArgumentParser) -> None:
    from perceptron_gui.exercises.making import LEVELS

    for name, usual, meaning in (
        ("variants", 10, "how many exercises, in a page of each level"),
        ("seed", 0, "the seed of the first; the others follow it"),
    ):
        quiz.add_argument(f"--{name}", metavar="N", type=int, default=usual, help=meaning)
    meaning = "; ".join(f"{number}: {level.title}" for number, level in LEVELS.items())
    meaning += f"; without it, a page has all, other files have {max(LEVELS)}"
    quiz.add_argument("--level", type=int, choices=LEVELS, help=meaning)
    meaning = (
        "Moodle XML, an exam with its key, or a page for the browser; as FILE ends, unless given"
    )
    quiz.add_argument("--format", choices=_QUIZZES.values(), help=meaning)
    quiz.add_argument("--out", metavar="FILE", required=True, help="a file (.xml, .tex or .html)")


def _list(arguments: argparse.Namespace) -> int:
    from perceptron_gui.lessons.reader import headings

    rows = [("name", "lecture", "minutes", "steps", "title")]
    rows += [
        (each.name, each.lecture, str(each.minutes), str(len(each.step_titles)), each.title)
        for each in headings()
    ]
    write("\n".join(aligned(rows, {2, 3})) + "\n")
    return 0


def _check(arguments: argparse.Namespace) -> int:
    """Prove every lesson; one that cannot be read does not keep the others from being checked."""
    from perceptron_gui.lessons.lesson import check_lesson
    from perceptron_gui.lessons.reader import lesson_files, lesson_named
    from perceptron_gui.lessons.source import LessonError

    code = 0
    for name in arguments.files or lesson_files():
        try:
            checked = check_lesson(lesson_named(name))
        except InputError as error:
            problems = error.problems if isinstance(error, LessonError) else (str(error),)
            write("".join(f"{problem}\n" for problem in problems))
            code = max(code, 2)
            continue
        if checked.is_true:
            write(f"{checked.lesson.name}: ok, {count(checked.count, 'claim')} proved\n")
            continue
        code = max(code, _NO)
        write(f"{checked.lesson.name}: {len(checked.wrong)} of {checked.count} do not hold\n")
        for step, finding in checked.wrong:
            write(f"  line {finding.line}, step {step}: {finding}\n")
    return code


def _homework(arguments: argparse.Namespace) -> int:
    from perceptron_gui.document.model.session import write_session
    from perceptron_gui.lessons.homework import homework
    from perceptron_gui.lessons.reader import lesson_named

    out = _wanted(arguments.out, (".json",))
    session = homework(lesson_named(arguments.name), arguments.step, VERSION)
    write_atomically(out, write_session(session).encode())
    assert session.task is not None
    write(f"{out}: the task of step {session.task.step} of {session.task.lesson}\n")
    return 0


def _wanted(name: str, endings: tuple[str, ...]) -> Path:
    """Return where to write; what cannot be written is reported before the work."""
    out = Path(name)
    if out.suffix.lower() not in endings:
        raise UsageError(f"--out {quoted(name)}: the name has to end in {' or '.join(endings)}")
    check_writable(name)
    return out


def _theme_of(arguments: argparse.Namespace) -> Theme:
    from perceptron_gui.export.layout.page import PAGE
    from perceptron_gui.figures.model.theme import THEMES

    param = PAGE["theme"]
    return THEMES[param.read(getattr(arguments, "theme", param.default))]


def _handout(arguments: argparse.Namespace) -> int:
    from perceptron_gui.export.handouts.content import handout_of
    from perceptron_gui.export.handouts.files import ENDINGS, save_handout
    from perceptron_gui.lessons.reader import lesson_named

    out = _wanted(arguments.out, ENDINGS)
    theme = _theme_of(arguments)
    handout = handout_of(lesson_named(arguments.name), arguments.kind)
    beside = save_handout(handout, out, theme, counted("part {} of {}"))
    write(f"{out}: {handout.kind} of {handout.lesson.name}{beside and f', {beside}'}\n")
    return 0


def _grade(arguments: argparse.Namespace) -> int:
    """Check the answers of a class."""
    from perceptron_gui.lessons.grades import files_in, grade_files, grades_csv, solved_text
    from perceptron_gui.lessons.homework import set_task
    from perceptron_gui.lessons.reader import lesson_named

    check_writable(arguments.json)
    check_writable(arguments.csv)
    own = [lesson_named(name) for name in arguments.lesson]
    lessons = {lesson.name: lesson for lesson in own}
    tasks = [set_task(name, lessons) for name in arguments.task]
    files = [file for name in arguments.files for file in files_in(name)]
    graded = grade_files(files, lessons, tasks, counted("file {} of {}"))
    if arguments.json is not None:
        told = {
            "tasks": [{"lesson": lesson, "step": step} for lesson, step in tasks],
            "files": [each.to_json() for each in graded],
        }
        write_report(arguments.json, "grades", told)
    if arguments.csv == "-":
        write(grades_csv(graded))
    elif arguments.csv is not None:
        write_atomically(Path(arguments.csv), grades_csv(graded).encode())
    if arguments.quiet:
        return 0 if all(each.is_solved for each in graded) else _NO
    if "-" not in (arguments.json, arguments.csv):
        write("".join(f"{each}\n" for each in graded))
        write(f"{solved_text(graded)}\n")
    return 0


def _page(arguments: argparse.Namespace) -> int:
    """Write a lesson as one page for the browser."""
    from perceptron_gui.export.handouts.web import lesson_page
    from perceptron_gui.lessons.reader import lesson_named

    out = _wanted(arguments.out, (".html", ".htm"))
    lesson = lesson_named(arguments.name)
    write_atomically(out, lesson_page(lesson, _theme_of(arguments), counted("visit {} of {}")))
    write(f"{out}: {lesson.name}, {count(len(lesson.steps), 'step')}\n")
    return 0


def _quiz(arguments: argparse.Namespace) -> int:
    """Write exercises with the feedback on their wrong answers."""
    from perceptron_gui.exercises.bank import WRITERS
    from perceptron_gui.exercises.making import LEVELS, exercise
    from perceptron_gui.export.handouts.exercises import exercises_page
    from perceptron_gui.figures.model.theme import DEFAULT, THEMES

    variants, seed = arguments.variants, arguments.seed
    if not 1 <= variants <= _MOST_VARIANTS:
        raise UsageError(f"--variants {variants}: must be from 1 to {_MOST_VARIANTS}")
    if seed < 0:
        raise UsageError(f"--seed {seed}: must not be negative")
    endings = [each for each, kind in _QUIZZES.items() if arguments.format in (None, kind)]
    out = _wanted(arguments.out, tuple(endings))
    kind = _QUIZZES[out.suffix.lower()]
    levels = list(LEVELS) if kind == "html" else [max(LEVELS)]
    if arguments.level is not None:
        levels = [arguments.level]
    show = counted("exercise {} of {}")
    made = []
    for level in levels:
        for number in range(variants):
            made.append(exercise(level, seed + number))
            show(len(made), len(levels) * variants)
    if kind == "html":
        by_level = {each: [one for one in made if one.level == each] for each in levels}
        written = exercises_page(by_level, THEMES[DEFAULT])
    else:
        written = WRITERS[kind](made)
    write_atomically(out, written)
    questions = sum(len(each.steps) for each in made)
    write(f"{out}: {count(len(made), 'exercise')}, {count(questions, 'question')}\n")
    return 0


# The words with what they mean and what carries them out.
COMMANDS: dict[str, tuple[str, Handler]] = {
    "list": ("list the lessons", _list),
    "check": ("prove every claim, or say which is false", _check),
    "handout": ("write a lesson for paper, or as Markdown", _handout),
    "homework": ("write a task for students to work on", _homework),
    "page": ("write a lesson as a page for the browser", _page),
    "quiz": ("write exercises as a question bank, an exam or a page", _quiz),
    "grade": ("check what students made of a task", _grade),
}
_WRITTEN = {
    "handout": "a PDF, or Markdown (.md) with a folder of figures beside it",
    "homework": "the session that a student opens, works on and saves",
    "page": "a page for the browser (.html)",
}
