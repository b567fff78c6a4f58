"""The command line: the same engine without a window. Imports no Qt.

`main(argv)` returns the exit code: 0 done, 1 the answer is no (a lesson claims what is false, or
--quiet asks), 2 bad usage or input, 3 could not write, 130 ended by Ctrl-C without an answer.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import NoReturn

from perceptron_gui.base.errors import InputError, UsageError
from perceptron_gui.base.files import (
    OutputError,
    check_writable,
    fitting,
    write,
    write_json,
    write_report,
)
from perceptron_gui.base.limits import MAX_MEMORY, MEMORY, without_max_memory
from perceptron_gui.base.resources import VERSION
from perceptron_gui.base.text import did_you_mean, nearest, printable, quoted
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.terminal.parser import (
    Parser,
    add_command,
    add_data,
    add_explaining,
    add_param,
    add_testing,
    check_word,
    joined,
    notation_for,
    read_data,
    rule_for,
    training_data,
    typed_options,
    wanted_explanation,
)
from perceptron_gui.terminal.progress import Interrupted, at_work, finish, remove_bar, steps
from perceptron_gui.terminal.screen import check_screen, why_no_qt

Handler = Callable[[argparse.Namespace], int]
_INTERRUPTED = 130  # what a shell expects of a program ended by Ctrl-C
_USAGE = """perceptron-gui [FILE | DATA]
       perceptron-gui --lesson NAME [--present]
       perceptron-gui COMMAND ..."""
_MEANING = (
    "A simulator of the perceptron, exact to the last digit. Without a command the window opens, "
    "with a session, an exported figure, a CSV file, a lesson, or a data set by name, such as xor."
)
_OF_CHECK = ("offset", "bias_scale", "scale", "lift")


def entry() -> NoReturn:
    """Run as the program `perceptron-gui`."""
    try:
        code = main(sys.argv[1:])
    except BrokenPipeError:  # the reader, `head` say, has seen enough
        code = 0
    except KeyboardInterrupt:
        code = _INTERRUPTED
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:  # was reported, or need not be; leaving must not try again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def main(argv: Sequence[str]) -> int:
    """Carry out one command line."""
    try:
        words, allowed = without_max_memory(argv)
        if allowed is not None:
            MEMORY.allow(allowed)
        return _dispatch(joined(words))
    except InputError as error:
        _complain(error)
        return 2
    except MemoryError:
        _complain(MEMORY.exhausted())
        return 2
    except OutputError as error:
        _complain(error)
        return 3
    except KeyboardInterrupt as ended:
        _complain(ended if isinstance(ended, Interrupted) else Interrupted("interrupted"))
        return _INTERRUPTED
    except SystemExit as leaving:  # argparse after --help and --version
        return int(leaving.code or 0)


def _complain(error: BaseException) -> None:
    remove_bar()
    message = printable(" ".join(str(error).split()), 1000)
    if sys.stderr is not None:
        sys.stderr.write(fitting(f"perceptron-gui: {message}\n", sys.stderr))


def _dispatch(argv: list[str]) -> int:
    if argv[:1] == ["lab"]:
        from perceptron_gui.labs.registry import OLD_NAMES

        argv = ["lab", *(OLD_NAMES.get(word, word) for word in argv[1:2]), *argv[2:]]
    if not argv or _is_data(argv):
        return _open_window(argv)
    if argv[0].split("=")[0] in ("--lesson", "--present"):
        return _open_lesson(argv)
    if argv[0] not in (*COMMANDS, "-h", "--help", "--version"):
        hint = did_you_mean(argv[0], COMMANDS) or ", nor a file or data set to open"
        why = f"{quoted(argv[0])} is not a command{hint} (perceptron-gui --help lists them)"
        raise UsageError(why)
    arguments, unknown = _parser(argv).parse_known_args(argv)
    if unknown:
        # Compared without their dashes, which would make any two of them look alike.
        known = [name.removeprefix("--") for name in arguments.command.added]
        close = nearest(unknown[0].split("=")[0].lstrip("-"), known)
        hint = f"; did you mean '--{close}'?" if close else ""
        why = f"{argv[0]}: unknown argument {quoted(unknown[0])}{hint}"
        if getattr(arguments, "view", ""):
            from perceptron_gui.terminal.figure import why_unknown

            why = why_unknown(arguments.view, unknown[0]) or why
        raise UsageError(why)
    handler: Handler = arguments.handler
    return handler(arguments)


def _open_lesson(argv: list[str]) -> int:
    parser = Parser(add_help=False, allow_abbrev=False)
    _add_lesson(parser)
    arguments, unknown = parser.parse_known_args(argv)
    if unknown or not arguments.lesson:
        why = f"unknown argument {quoted(unknown[0])}" if unknown else "no lesson is named"
        raise UsageError(f"{why}; write: perceptron-gui --lesson NAME --present")
    return _open_window([], arguments.lesson, arguments.present)


def _add_lesson(parser: argparse.ArgumentParser) -> None:
    meaning = "open a lesson in the window"
    parser.add_argument("--lesson", metavar="NAME", nargs="?", const="", help=meaning)
    parser.add_argument("--present", action="store_true", help="open it in full screen")


def _is_data(argv: list[str]) -> bool:
    """Tell whether a single word names what the window can open."""
    from perceptron_gui.document.sources import is_named

    return len(argv) == 1 and argv[0] not in COMMANDS and is_named(argv[0])


def _open_window(argv: list[str], lesson: str = "", is_presenting: bool = False) -> int:
    check_screen(argv[0] if argv else "xor")
    try:
        from perceptron_gui.app import load

        load()
        from perceptron_gui.app.main.start import start
    except ImportError as error:
        raise UsageError(why_no_qt(error)) from error
    return start(argv, lesson, is_presenting)


def _parser(argv: list[str]) -> Parser:
    parser = Parser(prog="perceptron-gui", usage=_USAGE, description=_MEANING, allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"perceptron-gui {VERSION}")
    _add_lesson(parser)
    add_param(parser, MAX_MEMORY)
    commands = parser.add_commands("COMMAND")
    for name, (meaning, handler, options, json) in COMMANDS.items():
        if argv[:1] == [name]:
            command = add_command(commands, name, meaning, handler, options, json)
            _add_own(command, name, argv[1:])
        else:  # which is only listed: all options of all commands would take a while
            commands.add_parser(name, help=meaning)
    return parser


def parsers() -> dict[str, Parser]:
    """Return the parser of each command by the words that call it; "" calls the program."""
    found: dict[str, Parser] = {}
    for name in COMMANDS:
        program = _parser([name])
        command = program.commands[name]
        found |= {"": program, name: command}
        found |= {f"{name} {word}": each for word, each in command.commands.items()}
    return found


def _add_own(command: Parser, name: str, rest: list[str]) -> None:
    """Add what a command takes besides the options of a rule; `rest` are the words after it."""
    if name in ("run", "check"):
        add_data(command)
    if name == "run":
        add_testing(command)
        add_explaining(command)
        meaning = "how often each point was a mistake, and the leave-one-out errors"
        command.add_argument("--tally", action="store_true", help=meaning)
    elif name == "check":
        from perceptron_gui.terminal.check import add_checking

        add_checking(command)
    elif name == "figure":
        from perceptron_gui.terminal.figure import add_figuring

        add_figuring(command, rest)
    elif name == "lab":
        _add_laboratories(command, rest[:1])
    elif name == "lessons":
        from perceptron_gui.terminal.lessons import add_lessons

        add_lessons(command, rest[:1])
    elif name == "datasets":
        from perceptron_gui.core.data.library import LIBRARY

        meaning = "write the points of this one"
        command.add_argument("name", metavar="NAME", nargs="?", help=meaning)
        command.offered["NAME"] = tuple(LIBRARY)
    elif name == "manual":
        from perceptron_gui.base.resources import page_names

        command.add_argument("page", metavar="PAGE", nargs="?", help="print this page")
        command.offered["PAGE"] = page_names()
    elif name == "completion":
        from perceptron_gui.terminal.completion import SHELLS

        command.add_argument("shell", metavar="SHELL", help=f"one of {', '.join(SHELLS)}")
        command.offered["SHELL"] = tuple(SHELLS)


def _add_laboratories(lab: Parser, named: list[str]) -> None:
    """Add the experiment that is named, or all of them."""
    from perceptron_gui.labs.registry import LABORATORIES
    from perceptron_gui.terminal.lab import add_experimenting

    check_word("lab", named, LABORATORIES)
    lab.set_defaults(laboratory=None)
    rooms = lab.add_commands("EXPERIMENT")
    for name in [name for name in named if name in LABORATORIES] or LABORATORIES:
        each = LABORATORIES[name].load()
        command = add_command(rooms, name, each.meaning, _lab, OPTIONS, True)
        add_data(command)
        add_experimenting(command, each)


def _run(arguments: argparse.Namespace) -> int:
    from perceptron_gui.core.runs.run import Run
    from perceptron_gui.core.runs.tally import tally_report
    from perceptron_gui.terminal.summary import (
        advice_on,
        describe_run,
        describe_tally,
        describe_visits,
        notes,
    )

    explaining = wanted_explanation(arguments)
    Rule.of(typed_options(arguments))  # a wrong option is reported before a file is read
    data = training_data(read_data(arguments.data, arguments), arguments)
    rule, set_by_lecture = rule_for(arguments, data, typed_options(arguments))
    run = Run(data.dataset, rule, (*data.remarks, *set_by_lecture), steps())
    check_writable(arguments.json)
    finish(run)
    working_out = "working out the results"
    if arguments.json is not None:
        with at_work(working_out):
            extra = {"tally": tally_report(run)} if arguments.tally else {}
            report = {**run.to_json(), **extra}
        write_json(arguments.json, report)
        return 0
    with at_work(working_out):
        remarks = [*map(str, run.remarks), *advice_on(run, data.name)]
        entry = data.entry
        if entry is not None and entry.suggested and not rule.given and not set_by_lecture:
            shorter = ", or --as-in-lecture" if entry.is_example else ""
            remarks.append(f"{entry.name} is meant to be run with {entry.options}{shorter}")
        if explaining is None:
            text = describe_run(data.name, run)
        else:
            notation = notation_for(arguments, data, explaining.notation)
            text = describe_visits(data.name, run, notation, explaining.visits)
        if arguments.tally:
            text += "\n\n" + describe_tally(run)
    write(text + "\n" + notes(remarks))
    return 0


def _figure(arguments: argparse.Namespace) -> int:
    from perceptron_gui.terminal.figure import make_figures

    return make_figures(arguments, typed_options(arguments))


def _lab(arguments: argparse.Namespace) -> int:
    from perceptron_gui.terminal.lab import experiment

    return experiment(arguments, typed_options(arguments))


def _lessons(arguments: argparse.Namespace) -> int:
    handler: Handler = arguments.handler_of_lessons
    return handler(arguments)


def _check(arguments: argparse.Namespace) -> int:
    from perceptron_gui.terminal.check import check

    return check(arguments, typed_options(arguments))


def _actions(arguments: argparse.Namespace) -> int:
    from perceptron_gui.app.window.actions import table
    from perceptron_gui.terminal.summary import describe_actions

    rows = table()
    if arguments.json is not None:
        write_report(arguments.json, "actions", {"actions": rows})
        return 0
    write(describe_actions(rows) + "\n")
    return 0


def _manual(arguments: argparse.Namespace) -> int:
    from perceptron_gui.base.resources import page_names, plain_text, read_page

    if arguments.page is not None:
        write(plain_text(read_page(arguments.page)))
        return 0
    names = page_names()
    width = max(map(len, names))
    write("".join(f"{name:{width}}  {read_page(name).title}\n" for name in names))
    return 0


def _doctor(arguments: argparse.Namespace) -> int:
    from perceptron_gui.terminal.doctor import doctor

    return doctor(arguments.json)


def _completion(arguments: argparse.Namespace) -> int:
    from perceptron_gui.terminal.completion import SHELLS

    check_word("completion", [arguments.shell], SHELLS)
    write(SHELLS[arguments.shell](parsers()))
    return 0


def _datasets(arguments: argparse.Namespace) -> int:
    from perceptron_gui.core.data.library import LIBRARY, parameter_report
    from perceptron_gui.document.csv.reader import write_csv
    from perceptron_gui.document.sources import load_data
    from perceptron_gui.terminal.summary import describe_datasets

    if arguments.name is not None:
        dataset = load_data(arguments.name).dataset
        if arguments.json is not None:
            points = {"points": dataset.points.tolist(), "labels": dataset.labels.tolist()}
            write_report(arguments.json, "data", points)
            return 0
        write(write_csv(dataset))
        return 0
    entries = list(LIBRARY.values())
    if arguments.json is not None:
        listed = [
            {
                "name": entry.name,
                "teaches": entry.teaches,
                "source": entry.source,
                "parameters": {
                    key: parameter_report(value) for key, value in entry.parameters.items()
                },
                "suggested": entry.suggested,
            }
            for entry in entries
        ]
        write_report(arguments.json, "datasets", {"datasets": listed})
        return 0
    write(describe_datasets(entries) + "\n")
    return 0


# What each command means, what carries it out, its options of the rule, whether it writes JSON.
COMMANDS: dict[str, tuple[str, Handler, Iterable[str], bool]] = {
    "run": ("train without a window", _run, OPTIONS, True),
    "figure": ("draw a figure of a run to files", _figure, OPTIONS, False),
    "lab": ("experiments of many runs, without a window", _lab, (), False),
    "check": ("prove whether a line separates the points", _check, _OF_CHECK, True),
    "lessons": ("list the lessons, or prove what they claim", _lessons, (), False),
    "datasets": ("list the data sets by name, or write one as CSV", _datasets, (), True),
    "actions": ("list the window's actions and their keys", _actions, (), True),
    "doctor": ("what the program finds on this machine, and what is missing", _doctor, (), True),
    "manual": ("list the pages of the manual, or print one", _manual, (), False),
    "completion": ("print what completes words in bash, zsh or fish", _completion, (), False),
}
