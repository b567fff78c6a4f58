"""What can be wrong with a request, as facts, and the words for it.

The command line says `--eta 0: must be greater than 0`, the window "The step η must be greater
than 0."; both are made from the same facts. Messages are one line each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from .text import quoted


@dataclass(frozen=True)
class Wording:
    """A text in the words of the command line, and in those of the window and of figures."""

    typed: str
    shown: str

    def __str__(self) -> str:
        return self.typed


class InputError(ValueError):
    """Something the user gave cannot be used; the message says what, where and what to do.

    `shown` is what the window says, where that is not what the command line says.
    """

    def __init__(self, message: str, shown: str = "") -> None:
        super().__init__(message)
        self.shown = shown or message

    @property
    def reason(self) -> Wording:
        """The words alone, which may be kept without the error."""
        return Wording(str(self), self.shown)


class DataError(InputError):
    """The points or labels cannot be used."""


class UsageError(InputError):
    """The words of the command line are off."""


class RuleError(InputError):
    """What was asked of a rule cannot be done."""


@dataclass(frozen=True)
class Problem:
    """A message about an option, as templates for the command line and for the window.

    {flag} is --eta for the command line and "the step η" for the window, {given} and {quoted} are
    the value; the rest are facts of the occasion.
    """

    typed: str
    shown: str = ""  # where it is not the same


@dataclass(frozen=True)
class Remark:
    """A problem of one option: which it is, what was given, and what else is to be known."""

    option: str
    problem: Problem
    given: Any = None
    title: str = ""  # of the option in the window, where that is not its name
    facts: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def __str__(self) -> str:
        return self.worded(flag(self.option))

    def worded(self, label: str) -> str:
        """Return the words of the command line with another label for the option."""
        return self._filled(self.problem.typed, label)

    @property
    def shown(self) -> str:
        """The words of the window."""
        title = self.title or self.option.replace("_", " ")
        template = self.problem.shown or self.problem.typed
        return self._filled(template, f"the {title[:1].lower()}{title[1:]}")

    def _filled(self, template: str, label: str) -> str:
        given = "" if self.given is None else str(self.given)
        return template.format(flag=label, given=given, quoted=quoted(given), **self.facts)


class OptionError(RuleError):
    """An option of a rule, a view or a page cannot be used: which one, and why."""

    def __init__(
        self, option: str, problem: Problem, given: Any = None, title: str = "", **facts: Any
    ) -> None:
        self.remark = Remark(option, problem, given, title, facts)
        super().__init__(str(self.remark), self.remark.shown)


@contextmanager
def in_python_words(**names: str) -> Iterator[None]:
    """Let errors name an option as Python does: `eta 0: must be …`, not `--eta 0: must be …`.

    `names` are those of arguments that are called otherwise on the command line.
    """
    try:
        yield
    except OptionError as error:
        name = error.remark.option
        error.args = (error.remark.worded(names.get(name, name)),)
        raise


UNUSABLE = Problem("{flag}: {why}", "{why}")
# An option that is a list of other things, one of which is wrong.
WRONG_ENTRY = Problem("{flag}: {cause}", "{cause.shown}")


# Chooses the wording: `str` for the command line, `in_figures` for the window and figures.
Words = Callable[[Wording], str]


def in_figures(wording: Wording) -> str:
    """Return the words of the window and of figures."""
    return wording.shown


def flag(name: str) -> str:
    """Return how an option is written on the command line."""
    return "--" + name.replace("_", "-")


def window_sentence(said: Exception | Remark | str) -> str:
    """Return what the window says: a sentence with a capital letter and a full stop."""
    text = " ".join(str(getattr(said, "shown", said)).split())
    # The name of a file stays as it is.
    first = text.split(" ", 1)[0]
    if first.rstrip(":,").isalpha():
        text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
