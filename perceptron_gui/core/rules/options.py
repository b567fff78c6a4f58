"""Every rule and every option in two tables: what they mean, what they allow, who listens.

The command line is built from them.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from perceptron_gui.base.errors import RuleError
from perceptron_gui.base.exact import exact_number
from perceptron_gui.base.text import nearest
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.data.dataset import LARGEST, SMALLEST
from perceptron_gui.core.paths.visiting import CHOICES, SEQUENCES
from perceptron_gui.core.space.space import LIFTS

# What every rule listens to; the rest is named by the rules that do.
COMMON = frozenset(
    ("rule", "tie", "offset", "bias_scale", "init", "seed", "lift", "epochs", "max_updates")
) | {"keep_going", "arithmetic"}


@frozen_value
class RuleInfo:
    """What is said of a rule, and which options it listens to besides the common ones."""

    title: str
    meaning: str
    listens: tuple[str, ...]
    why_no_bound: str = "The convergence theorem has not been proved for this rule."
    answer: str = ""  # what it returns, where that is not the last weights


RULES: dict[str, RuleInfo] = {
    "pla": RuleInfo(
        "Perceptron",
        "a mistake adds η·y·x to the weights (Rosenblatt)",
        ("order", "eta", "margin"),
        why_no_bound="",
    ),
    "averaged": RuleInfo(
        "Averaged perceptron",
        "the perceptron, answering with the mean of its weights over every visit",
        ("order", "eta", "margin"),
        why_no_bound="",
        answer="Average",
    ),
    "voted": RuleInfo(
        "Voted perceptron",
        "the perceptron, answering by a vote of all its weights (Freund and Schapire)",
        ("order", "eta", "margin"),
        why_no_bound="",
        answer="Vote",
    ),
    "pocket": RuleInfo(
        "Pocket",
        "the perceptron, keeping the best weights it met (Gallant)",
        ("order", "eta", "margin", "pocket"),
        why_no_bound="",
        answer="Pocket",
    ),
    "batch": RuleInfo(
        "Batch perceptron",
        "one step adds up all mistakes of the data",
        ("eta",),
        "A batch step adds up to n points at once, so ‖w‖² can grow by n²R² a step; "
        "from a start at 0 it needs at most n·R²/γ² steps.",
    ),
    "sgd": RuleInfo(
        "Stochastic gradient descent",
        "steps against the gradient of a loss",
        ("order", "eta", "schedule", "loss", "batch_size", "l2"),
        why_no_bound="",  # depends on its options: see `bounds`
    ),
    "least-squares": RuleInfo(
        "Least squares",
        "fits the targets −1 and +1 themselves",
        ("eta", "l2", "solver"),
        "Least squares answers to every point, right or wrong; no mistakes are counted.",
    ),
}


@frozen_value
class Option:
    """One option: what it means and what it may be."""

    meaning: str
    kind: str  # choice, number, count, flag, order or init
    choices: tuple[str, ...] = ()
    least: int = 0
    above: bool = False  # the least value itself is not allowed

    def limit_text(self) -> str:
        """Say which numbers are allowed."""
        return f"greater than {self.least}" if self.above else f"at least {self.least}"


OPTIONS: dict[str, Option] = {
    "rule": Option("which algorithm learns", "choice", tuple(RULES)),
    "order": Option(
        "which point is visited next; or a list like 2,0,1 (the first point is 0), repeated",
        "order",
        (*SEQUENCES, *CHOICES),
    ),
    "tie": Option(
        "what a point on the line is: predicted −1, predicted +1, or always a mistake",
        "choice",
        ("minus", "plus", "always"),
    ),
    "offset": Option("learn an offset, so that the line need not pass the origin", "flag"),
    "bias_scale": Option("the constant coordinate B of every point", "number", above=True),
    "eta": Option("the step η", "number", above=True),
    "schedule": Option(
        "how the step shrinks: η, η/(1+t) or η/√(1+t)",
        "choice",
        ("constant", "inverse", "inverse-sqrt"),
    ),
    "margin": Option("update also when y·s is positive but at most this", "number"),
    "init": Option(
        "the initial weights: zeros, random, or V1,V2,…,V0 with that of the constant last", "init"
    ),
    "seed": Option("the seed of everything random", "count"),
    "loss": Option(
        "the loss sgd descends on", "choice", ("perceptron", "hinge", "logistic", "squared")
    ),
    "batch_size": Option("how many points one step averages", "count", least=1),
    "l2": Option("the penalty l2·‖w‖², offset included", "number"),
    "solver": Option("how least squares is solved", "choice", ("closed", "gd", "newton")),
    "lift": Option("products appended to the coordinates", "choice", tuple(LIFTS)),
    "epochs": Option("stop after this many passes over the data", "count", least=1),
    "max_updates": Option("stop after this many updates", "count", least=1),
    "keep_going": Option("use the whole budget even after convergence or a proved cycle", "flag"),
    "pocket": Option(
        "which weights go into the pocket: fewest errors, longest run, or both",
        "choice",
        ("errors", "gallant", "ratchet"),
    ),
    "arithmetic": Option(
        "exact integers, floating point, or exact where possible",
        "choice",
        ("auto", "exact", "float64"),
    ),
}


def flag(name: str) -> str:
    """Return how an option is written on the command line."""
    return "--" + name.replace("_", "-")


def checked(name: str, value: Any) -> Any:
    """Return the value of an option, read and within its limits."""
    if name not in OPTIONS:
        close = nearest(name, OPTIONS)
        hint = f"; did you mean '{close}'?" if close else ""
        raise RuleError(f"there is no option '{name}'{hint}")
    option = OPTIONS[name]
    reader = _READERS[option.kind]
    return reader(name, option, value)


def _choice(name: str, option: Option, value: Any) -> str:
    # 003 prints a rule under which a point on the line is never a mistake, so that w = 0 stays:
    # the engine can show that defect, no menu offers it.
    if value in option.choices or (name == "tie" and value == "never"):
        return str(value)
    close = nearest(str(value), option.choices)
    hint = f"did you mean '{close}'?" if close else f"it is one of {', '.join(option.choices)}"
    raise RuleError(f"{flag(name)} '{value}': unknown; {hint}")


def _number(name: str, option: Option, value: Any) -> Fraction:
    try:
        number = exact_number(value)
    except (ValueError, ZeroDivisionError, TypeError, OverflowError) as error:
        hint = "; decimals take a point, as in 0.1" if "," in str(value) else ""
        raise RuleError(f"{flag(name)} '{value}': not a number{hint}") from error
    if number < option.least or (option.above and number == option.least):
        raise RuleError(f"{flag(name)} {value}: must be {option.limit_text()}")
    if not _in_reach(number):
        raise RuleError(f"{flag(name)} {value}: out of reach; give a number nearer to 1")
    return number


def _in_reach(number: Fraction) -> bool:
    return number == 0 or exact_number(SMALLEST) <= abs(number) <= exact_number(LARGEST)


def _count(name: str, option: Option, value: Any) -> int:
    try:
        number = exact_number(value)
    except (ValueError, ZeroDivisionError, TypeError, OverflowError) as error:
        raise RuleError(f"{flag(name)} '{value}': not a whole number") from error
    if number.denominator != 1:
        raise RuleError(f"{flag(name)} {value}: must be a whole number")
    if number < option.least:
        raise RuleError(f"{flag(name)} {value}: must be {option.limit_text()}")
    if number >= 2**62:
        raise RuleError(f"{flag(name)} {value}: too large; at most {2**62 - 1}")
    return int(number)


def _flag(name: str, option: Option, value: Any) -> bool:
    if not isinstance(value, bool):
        raise RuleError(f"{flag(name)}: must be true or false, not '{value}'")
    return value


def _order(name: str, option: Option, value: Any) -> str | tuple[int, ...]:
    if isinstance(value, str) and not value.replace(",", "").replace(" ", "").isdigit():
        return _choice(name, option, value)
    entries = _entries(name, value)
    listed = tuple(_count(name, option, entry) for entry in entries)
    if not listed:
        raise RuleError("--order: the list of points is empty")
    return listed


def _entries(name: str, value: Any) -> list[Any]:
    if isinstance(value, str):
        return value.split(",")
    if not isinstance(value, Iterable):
        raise RuleError(f"{flag(name)} {value}: must be a word or a list")
    return list(value)


def _init(name: str, option: Option, value: Any) -> str | tuple[Fraction, ...]:
    if isinstance(value, str) and value in ("zeros", "random"):
        return value
    entries = _entries(name, value)
    try:
        numbers = tuple(exact_number(entry) for entry in entries)
        if not all(map(_in_reach, numbers)):
            raise RuleError(f"{flag(name)} {value}: out of reach; give numbers nearer to 1")
        return numbers
    except RuleError:
        raise
    except (ValueError, ZeroDivisionError, TypeError, OverflowError) as error:
        raise RuleError(
            f"{flag(name)} '{value}': must be zeros, random, or numbers like 0.2,0,-0.1"
        ) from error


_READERS = {
    "choice": _choice,
    "number": _number,
    "count": _count,
    "flag": _flag,
    "order": _order,
    "init": _init,
}
