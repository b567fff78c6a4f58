"""How commands are declared and read: options of the rule, data, and what is explained."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NoReturn

from perceptron_gui.base.errors import UsageError, flag
from perceptron_gui.base.files import write
from perceptron_gui.base.limits import MAX_MEMORY
from perceptron_gui.base.params import VISIT, Flag, Param, option, params_of
from perceptron_gui.base.text import did_you_mean, quoted
from perceptron_gui.core.data.dataset import TARGETS
from perceptron_gui.core.data.library import LECTURE, LECTURES, LIBRARY
from perceptron_gui.core.data.unseen import TESTING, held_out
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.lectures.notation import DEFAULT, NOTATIONS, Notation
from perceptron_gui.lectures.presets import lecture_rule, typed_changes

if TYPE_CHECKING:
    from perceptron_gui.document.sources import LoadedData

# The rule and the symbols of a lecture. Alone it means the one that an example of the library comes
# from; with a name any data are trained as in that lecture.
AS_IN_LECTURE = "--as-in-lecture"
OWN_LECTURE = "own"  # that of the data
_ASKED = Param("as_in_lecture", LECTURE, "", "")
OF_VIEW = "of_view_"  # how arguments that are options of a view begin


class Parser(argparse.ArgumentParser):
    """Raises one line instead of printing a page and leaving; knows its arguments by heading."""

    def __init__(self, **how: Any) -> None:
        self.added: dict[str, argparse.Action] = {}  # its options
        self.headings: dict[str, list[argparse.Action]] = {"": []}
        self.words: dict[str, str] = {}  # what is typed besides options, as help shows it
        self.offered: dict[str, tuple[str, ...]] = {}  # known values of both
        self.commands: Mapping[str, Parser] = {}
        self._groups: dict[str, Any] = {}
        self._heading = ""
        super().__init__(**how)

    def add_argument(self, *names: Any, **how: Any) -> argparse.Action:
        place = self._groups.get(self._heading, super())
        action: argparse.Action = place.add_argument(*names, **how)
        self.added |= dict.fromkeys(action.option_strings, action)
        if action.option_strings:
            self.headings[self._heading].append(action)
            if action.choices is not None:
                known = tuple(map(str, action.choices))
                self.offered |= dict.fromkeys(action.option_strings, known)
        else:
            word = str(action.metavar)
            self.words[word] = f"[{word}]" if action.nargs == "?" else word
        return action

    def under(self, heading: str) -> None:
        """Let the options that follow stand under this heading of the help; "" ends it."""
        if heading not in self.headings:
            self.headings[heading] = []
            self._groups[heading] = self.add_argument_group(heading)
        self._heading = heading

    def add_commands(self, metavar: str) -> Any:
        """Return where the commands of this one are added."""
        action = self.add_subparsers(metavar=metavar, prog=self.prog)
        self.commands = action.choices
        return action

    def format_help(self) -> str:
        if self.words:  # the usual first line would name every option
            self.usage = f"%(prog)s [OPTIONS] {' '.join(self.words.values())}"
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        command = self.prog.partition(" ")[2]
        raise UsageError(f"{command}: {message}")

    def print_help(self, file: Any = None) -> None:
        write(self.format_help())


class _OfRuleOrView(argparse.Action):
    """Stores an option of the rule, or of a view that has one of this name with other words."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: Any, values: Any, flags: str | None = None
    ) -> None:
        shared = parser.get_default("shared") or {}
        prefix = OF_VIEW if values in shared.get(self.dest, ()) else ""
        setattr(namespace, prefix + self.dest, values)


def check_word(command: str, words: Iterable[str], known: Iterable[str]) -> None:
    """Say which word was meant after a command."""
    for word in words:
        if not word.startswith("-") and word not in known:
            hint = did_you_mean(word, known) or f"; it is one of {', '.join(known)}"
            raise UsageError(f"{command}: there is no {quoted(word)}{hint}")


def joined(argv: list[str]) -> list[str]:
    """Write `--init -1,2` as `--init=-1,2`, since argparse takes -1,2 for an option.

    What follows --as-in-lecture belongs to it only if it is the name or number of a lecture.
    """
    words: list[str] = []
    for word in argv:
        if words and words[-1] == AS_IN_LECTURE:
            is_lecture = word in LECTURE.offered or (len(word) == 3 and word.isdecimal())
            words[-1] += f"={word if is_lecture else OWN_LECTURE}"
            if is_lecture:
                continue
        signed = len(word) > 1 and word[0] == "-" and (word[1].isdigit() or word[1] == ".")
        if signed and words and words[-1].startswith("--") and "=" not in words[-1]:
            words[-1] += f"={word}"
        else:
            words.append(word)
    if words and words[-1] == AS_IN_LECTURE:
        words[-1] += f"={OWN_LECTURE}"
    return words


def add_command(
    commands: Any,
    name: str,
    meaning: str,
    handler: Callable[[argparse.Namespace], int],
    options: Iterable[str],
    json: bool,
) -> Parser:
    """Add a command with options of the rule."""
    command: Parser = commands.add_parser(
        name, help=meaning, description=meaning, allow_abbrev=False
    )
    if json:
        command.add_argument("--json", metavar="FILE", help="write JSON to FILE, or - to print it")
    add_param(command, MAX_MEMORY)  # which is read, wherever it stands, before the command is
    command.under("data")  # stands first
    command.under("rule")
    for each in options:
        how = {} if OPTIONS[each].is_flag else {"action": _OfRuleOrView}
        add_param(command, OPTIONS[each], **how)
    command.under("")
    command.set_defaults(handler=handler, command=command)
    return command


def add_param(command: Parser, param: Param, **how: Any) -> None:
    """Add an option as it is declared; `how` may give it another destination."""
    meaning = param.meaning.replace("%", "%%")
    if param.is_flag:
        action: Any = argparse.BooleanOptionalAction if param.default else "store_true"
        command.add_argument(
            flag(param.name), action=action, default=argparse.SUPPRESS, help=meaning, **how
        )
        return
    if param.choices:
        offered = command.offered[flag(param.name)] = param.kind.offered or tuple(param.choices)
        meaning += f" [{'|'.join(offered)}]"
    if param.default not in (None, "", ()):
        meaning += f" (default {param.kind.to_text(param.default)})"
    command.add_argument(
        flag(param.name), metavar="V", default=argparse.SUPPRESS, help=meaning, **how
    )


def add_data(command: Parser) -> None:
    """Add the data that a command is about."""
    meaning = "a name like xor or moons:n=200,seed=3, a CSV file, or - for standard input"
    command.add_argument("data", metavar="DATA", help=meaning)
    command.offered["DATA"] = tuple(LIBRARY)
    add_classes(command)


def add_classes(command: Parser) -> None:
    """Add which two classes of a table are taken, and whose rule and symbols are used."""
    command.under("data")
    meaning = "of a CSV file with more labels: the two that become −1 and +1, as in a,b"
    command.add_argument("--classes", metavar="A,B", help=meaning)
    meaning = "of a CSV file with more labels: the one that becomes +1, all others −1"
    command.add_argument("--one-vs-rest", metavar="A", help=meaning)
    meaning = "the rule and the symbols of the lecture that the data come from, or of this one"
    command.add_argument(
        AS_IN_LECTURE, metavar="LECTURE", nargs="?", const=OWN_LECTURE, help=meaning
    )
    command.offered[AS_IN_LECTURE] = LECTURE.offered
    add_param(command, TARGETS)
    command.under("")


def read_data(source: str, arguments: argparse.Namespace) -> LoadedData:
    """Return the data of a name, a table with the classes and targets that were typed."""
    from perceptron_gui.document.csv.labels import ClassChoice
    from perceptron_gui.document.sources import load_data

    from .progress import at_work, counted

    is_real = TARGETS.read(getattr(arguments, TARGETS.name, TARGETS.default)) == "real"
    pair, one, choice = arguments.classes, arguments.one_vs_rest, None
    if pair is not None and one is not None:
        raise UsageError("--classes names two labels and --one-vs-rest one; give one of them")
    if one is not None:
        choice = ClassChoice("", one)
    elif pair is not None:
        names = [name.strip() for name in pair.split(",")]
        if len(names) != 2 or not all(names):
            advice = "give two labels, that of −1 first, as in a,b"
            raise UsageError(f"--classes {quoted(pair)}: {advice}")
        choice = ClassChoice(*names)
    with at_work("reading the data"):
        return load_data(source, counted("reading the data"), choice=choice, has_targets=is_real)


def add_testing(command: Parser) -> None:
    """Add how many points are kept out of training."""
    command.under("data")
    for param in TESTING.values():
        add_param(command, param)
    command.under("")


def training_data(data: LoadedData, arguments: argparse.Namespace) -> LoadedData:
    """Return data with the test points that are asked for, of a session instead of its own."""
    typed = {name: value for name, value in vars(arguments).items() if name in TESTING}
    if typed and "test" not in typed:
        raise UsageError("--test-seed is about test points; add --test 0.3")
    return replace(data, dataset=held_out(data.dataset, typed))


def lecture_of(arguments: argparse.Namespace, data: LoadedData) -> str:
    """Return the lecture that is asked for, or nothing."""
    name: str | None = arguments.as_in_lecture
    if name is None:
        return ""
    if name == OWN_LECTURE:
        if data.entry is not None and data.entry.lecture:
            return data.entry.lecture
        known = ", ".join(LECTURE.offered)
        raise UsageError(
            f"{AS_IN_LECTURE}: {quoted(data.name)} comes from no lecture; name one of {known}"
        )
    return str(_ASKED.read(name))


def rule_for(
    arguments: argparse.Namespace, data: LoadedData, typed: Mapping[str, Any]
) -> tuple[Rule, tuple[str, ...]]:
    """Return the rule to train with, typed options over those of a lecture, and what was set."""
    usual = data.rule_with(typed)
    lecture = lecture_of(arguments, data)
    if not lecture:
        return usual, ()
    rule = lecture_rule(data.entry, lecture, usual, typed)
    changes = typed_changes(usual, rule) or "nothing else to set"
    return rule, (f"as in {LECTURES[lecture]}: {changes}, and its symbols",)


def notation_for(arguments: argparse.Namespace, data: LoadedData, typed: str) -> Notation:
    """Return the symbols that are typed, or those of the lecture that is asked for."""
    return NOTATIONS[typed or lecture_of(arguments, data) or DEFAULT]


def typed_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the options of the rule that were typed."""
    return {name: getattr(arguments, name) for name in OPTIONS if hasattr(arguments, name)}


@dataclass(frozen=True)
class ExplainOptions:
    """What is explained, and in whose symbols."""

    explain: bool = option(False, Flag(), "print the arithmetic of every visit")
    notation: str = option(DEFAULT, LECTURE, "the lecture whose symbols --explain uses")
    visits: int = option(20, VISIT, "how many visits --explain prints")


_EXPLAINING = params_of(ExplainOptions)


def add_explaining(command: Parser) -> None:
    """Add what changes how a run is described."""
    command.under("explanation")
    for param in _EXPLAINING.values():
        add_param(command, param)
    command.under("")


def wanted_explanation(arguments: argparse.Namespace) -> ExplainOptions | None:
    """Return whose symbols are typed and how many visits to explain, or None to explain nothing.

    Where no symbols are typed, the notation is empty.
    """
    given = {name: value for name, value in vars(arguments).items() if name in _EXPLAINING}
    if "explain" not in given:
        for name in given:
            raise UsageError(f"run: --{name} is about --explain; add --explain")
        return None
    if arguments.json is not None:
        raise UsageError("run: --explain prints words and --json numbers; give one of them")
    options = {name: _EXPLAINING[name].read(given[name]) for name in given}
    return ExplainOptions(**{"notation": "", **options})
