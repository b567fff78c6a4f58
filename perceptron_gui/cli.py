"""The command line: the same engine without a window. Imports no Qt.

`main(argv)` returns the exit code: 0 done, 2 bad usage or input, 3 could not write.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from . import __version__
from .core.errors import InputError
from .core.nearest import did_you_mean
from .core.rule import OPTIONS, Rule, flag

COMMANDS = ("run", "check", "datasets")
_VALUE_OPTIONS = tuple(flag(name) for name, option in OPTIONS.items() if option.kind != "flag")


class UsageError(InputError):
    """The words of the command line are off."""


class OutputError(Exception):
    """A file could not be written."""


class _Parser(argparse.ArgumentParser):
    """Raises one line instead of printing a page and leaving."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message)


def entry() -> NoReturn:
    """Run as the program `perceptron-gui`."""
    try:
        code = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, `head` say, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code)


def main(argv: Sequence[str]) -> int:
    """Carry out one command line."""
    try:
        return _dispatch(list(argv))
    except InputError as error:
        _complain(error)
        return 2
    except OutputError as error:
        _complain(error)
        return 3
    except SystemExit as leaving:  # argparse after --help and --version
        return int(leaving.code or 0)


def _complain(error: Exception) -> None:
    message = " ".join(str(error).split())
    sys.stderr.write(f"perceptron-gui: {message}\n")


def _dispatch(argv: list[str]) -> int:
    parser = _parser()
    if not argv:
        _write(parser.format_help())
        _write("\nThis version has no window yet; try: perceptron-gui run xor\n")
        return 0
    if argv[0] not in COMMANDS and not argv[0].startswith("-"):
        hint = did_you_mean(argv[0], COMMANDS) or "; this version opens no window yet"
        raise UsageError(f"'{argv[0]}' is not a command{hint} (perceptron-gui --help lists them)")
    arguments, unknown = parser.parse_known_args(_joined(argv))
    if unknown:
        options = [f"--{name}" for name in vars(arguments)] + list(_VALUE_OPTIONS)
        hint = did_you_mean(unknown[0].split("=")[0], [o.replace("_", "-") for o in options])
        raise UsageError(f"{argv[0]}: unknown argument '{unknown[0]}'{hint}")
    handler: Callable[[argparse.Namespace], int] = arguments.handler
    return handler(arguments)


def _joined(argv: list[str]) -> list[str]:
    """Write `--init -1,2` as `--init=-1,2`, since argparse takes -1,2 for an option."""
    joined: list[str] = []
    for word in argv:
        signed = len(word) > 1 and word[0] == "-" and (word[1].isdigit() or word[1] == ".")
        if signed and joined and joined[-1] in _VALUE_OPTIONS:
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="perceptron-gui",
        description="A simulator of the perceptron, exact to the last digit.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"perceptron-gui {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND")
    run = _command(commands, "run", "train without a window", _run)
    _add_data(run)
    _add_options(run, OPTIONS)
    check = _command(commands, "check", "is there a line? margin and bound, or a proof", _check)
    _add_data(check)
    _add_options(check, ("offset", "bias_scale", "lift"))
    datasets = _command(commands, "datasets", "list the data sets by name", _datasets)
    for command in (run, check, datasets):
        command.add_argument("--json", metavar="FILE", help="write JSON to FILE, or - to print it")
    return parser


def _command(
    commands: Any, name: str, meaning: str, handler: Callable[[argparse.Namespace], int]
) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        name, help=meaning, description=meaning, allow_abbrev=False
    )
    command.set_defaults(handler=handler)
    return command


def _add_data(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "data", metavar="DATA", help="a name like xor or moons:n=200,seed=3, a CSV file, or - "
    )


def _add_options(command: argparse.ArgumentParser, names: Any) -> None:
    defaults = Rule()
    for name in names:
        option = OPTIONS[name]
        meaning = option.meaning.replace("%", "%%")
        if option.kind == "flag":
            action: Any = argparse.BooleanOptionalAction if name == "offset" else "store_true"
            command.add_argument(flag(name), action=action, default=argparse.SUPPRESS, help=meaning)
            continue
        if option.choices:
            meaning += f" [{'|'.join(option.choices)}]"
        command.add_argument(
            flag(name),
            metavar="V",
            default=argparse.SUPPRESS,
            help=f"{meaning} (default {getattr(defaults, name)})",
        )


def _rule(arguments: argparse.Namespace) -> Rule:
    return Rule.of({name: getattr(arguments, name) for name in OPTIONS if hasattr(arguments, name)})


def _run(arguments: argparse.Namespace) -> int:
    from .core.run import Run
    from .document.data_source import load_data
    from .progress import Progress
    from .summary import describe_run

    rule = _rule(arguments)
    data = load_data(arguments.data)
    run = Run(data.dataset, rule)
    run.remarks[:0] = data.remarks
    progress = Progress(run.budget, rule.max_updates)
    try:
        run.finish(progress.show, visits=1 << 20)
    except KeyboardInterrupt:
        run.interrupt()
    progress.close()
    if arguments.json:
        _write_json(arguments.json, run.to_json())
    else:
        remarks = "".join(f"Note: {remark}.\n" for remark in run.remarks)
        _write(describe_run(data.name, run) + "\n" + remarks)
    return 0


def _check(arguments: argparse.Namespace) -> int:
    from .core.report import verdict_report
    from .core.separability import separability
    from .core.space import Space
    from .document.data_source import load_data
    from .summary import describe_verdict

    rule = _rule(arguments)
    data = load_data(arguments.data)
    space = Space(data.dataset, lift=rule.lift, offset=rule.offset, bias_scale=rule.bias_scale)
    verdict = separability(space)
    if arguments.json:
        header = {"format": "perceptron-gui/check", "version": 1}
        _write_json(arguments.json, {**header, **verdict_report(space, verdict)})
    else:
        remarks = "".join(f"Note: {remark}.\n" for remark in data.remarks)
        _write(describe_verdict(space, verdict) + "\n" + remarks)
    return 0


def _datasets(arguments: argparse.Namespace) -> int:
    from .document.data_source import list_datasets
    from .summary import describe_datasets

    entries = list_datasets()
    if arguments.json:
        listed = [
            {
                "name": entry.name,
                "teaches": entry.teaches,
                "source": entry.source,
                "parameters": list(entry.parameters),
                "suggested": entry.suggested,
            }
            for entry in entries
        ]
        header = {"format": "perceptron-gui/datasets", "version": 1}
        _write_json(arguments.json, {**header, "datasets": listed})
    else:
        _write(describe_datasets(entries) + "\n")
    return 0


def _write(text: str) -> None:
    try:
        sys.stdout.write(text)
    except UnicodeEncodeError:  # a terminal without γ and −
        encoding = sys.stdout.encoding or "ascii"
        sys.stdout.write(text.encode(encoding, "replace").decode(encoding))


def _write_json(target: str, value: Any) -> None:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False) + "\n"
    if target == "-":
        _write(text)
    else:
        write_atomically(Path(target), text)


def write_atomically(path: Path, text: str) -> None:
    """Write a file whole or not at all: a failure leaves the old one as it was."""
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as file:
            scratch = Path(file.name)
            file.write(text)
        try:
            scratch.replace(path)
        except OSError:
            scratch.unlink()
            raise
    except OSError as error:
        raise OutputError(f"{path}: could not be written ({error.strerror})") from error
