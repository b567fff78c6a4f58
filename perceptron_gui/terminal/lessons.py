"""The command `lessons`: lists them and proves what they claim."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from perceptron_gui.base.errors import InputError
from perceptron_gui.base.files import write
from perceptron_gui.base.text import aligned, count
from perceptron_gui.base.values import frozen_value

Handler = Callable[[argparse.Namespace], int]
_FALSE = 1  # the exit code where a lesson claims what is not so


@frozen_value(eq=False)
class LessonCommand:
    """A word after `lessons`: what it does, what it takes, and what carries it out."""

    meaning: str
    handler: Handler
    add_arguments: Callable[[argparse.ArgumentParser], None] = lambda command: None


def add_lessons(command: argparse.ArgumentParser) -> None:
    """Add the words that `lessons` takes."""
    words = command.add_subparsers(metavar="WORD")
    command.set_defaults(handler_of_lessons=_list)
    for name, each in COMMANDS.items():
        parser = words.add_parser(
            name, help=each.meaning, description=each.meaning, allow_abbrev=False
        )
        each.add_arguments(parser)
        parser.set_defaults(handler_of_lessons=each.handler)


def carry_out_lessons(arguments: argparse.Namespace) -> int:
    """Carry out the word after `lessons`, or list them."""
    handler: Handler = arguments.handler_of_lessons
    return handler(arguments)


def _list(arguments: argparse.Namespace) -> int:
    from perceptron_gui.lessons.catalog import headings

    rows = [("name", "lecture", "minutes", "steps", "title")]
    rows += [
        (each.name, each.lecture, str(each.minutes), str(len(each.step_titles)), each.title)
        for each in headings()
    ]
    write("\n".join(aligned(rows, {2, 3})) + "\n")
    return 0


def _add_files(command: argparse.ArgumentParser) -> None:
    meaning = "a file, or the name of a lesson; all that come with the program unless one is named"
    command.add_argument("files", metavar="FILE", nargs="*", help=meaning)


def _check(arguments: argparse.Namespace) -> int:
    """Prove every lesson; one that cannot be read does not keep the others from being checked."""
    from perceptron_gui.lessons.catalog import lesson_files, lesson_named
    from perceptron_gui.lessons.check import check_lesson

    code = 0
    for name in arguments.files or lesson_files():
        try:
            checked = check_lesson(lesson_named(name))
        except InputError as error:
            write(f"{error}\n")
            code = max(code, 2)
            continue
        if checked.is_true:
            write(f"{checked.lesson.name}: ok, {count(checked.count, 'claim')} proved\n")
            continue
        code = max(code, _FALSE)
        write(f"{checked.lesson.name}: {len(checked.wrong)} of {checked.count} do not hold\n")
        for step, finding in checked.wrong:
            write(f"  line {finding.line}, step {step}: {finding}\n")
    return code


COMMANDS: dict[str, LessonCommand] = {
    "list": LessonCommand("list the lessons", _list),
    "check": LessonCommand("prove every claim, or say which is false", _check, _add_files),
}
