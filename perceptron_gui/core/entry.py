"""What the library knows about a data set, and how its parameters are checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from .dataset import Dataset
from .errors import DataError
from .nearest import did_you_mean
from .quoting import quoted
from .values import frozen_value


@frozen_value
class Parameter:
    """A number that a recipe takes; a whole one if its default is."""

    default: int | float
    low: int | float
    high: int | float
    meaning: str


@frozen_value
class Entry:
    """One data set of the library. `suggested` options are shown, never applied."""

    name: str
    teaches: str
    source: str
    build: Callable[..., Dataset] | None
    file: str = ""
    parameters: dict[str, Parameter] = field(default_factory=dict)
    suggested: dict[str, str] = field(default_factory=dict)

    @property
    def usage(self) -> str:
        """The name with every parameter at its default: moons:n=100,seed=0,noise=0.1."""
        defaults = ",".join(f"{key}={p.default}" for key, p in self.parameters.items())
        return f"{self.name}:{defaults}" if defaults else self.name

    @property
    def options(self) -> str:
        """The suggested options as they are typed; one without a value is a switch."""
        return " ".join(f"--{key} {value}".rstrip() for key, value in self.suggested.items())


def make(entry: Entry, **parameters: str | int | float) -> Dataset:
    """Make the data set; parameters may be text as typed, and those not given have defaults."""
    values = _values(entry, parameters)
    if entry.build is None:
        raise DataError(f"'{entry.name}' is kept in the file {entry.file}, which has to be read")
    return entry.build(**values)


def _values(entry: Entry, given: dict[str, str | int | float]) -> dict[str, int | float]:
    values = {key: parameter.default for key, parameter in entry.parameters.items()}
    for key, text in given.items():
        if not values:
            raise DataError(f"'{entry.name}' takes no parameters, but {quoted(key)} was given")
        if key not in values:
            hint = did_you_mean(key, values) or ";"
            known = ", ".join(values)
            raise DataError(f"'{entry.name}' has no parameter {quoted(key)}{hint} it has {known}")
        values[key] = _number(f"'{key}' of '{entry.name}'", str(text), entry.parameters[key])
    return values


def _number(what: str, text: str, parameter: Parameter) -> int | float:
    whole = isinstance(parameter.default, int)
    kind = "a whole number" if whole else "a number"
    try:
        value = int(text) if whole else float(text)
    except ValueError:
        raise DataError(f"{what} must be {kind}, not {quoted(text)}") from None
    # NaN fails this comparison and so is refused with the numbers out of range.
    if not parameter.low <= value <= parameter.high:
        between = f"from {parameter.low} to {parameter.high}"
        raise DataError(f"{what} must be {kind} {between}, not {quoted(text)}")
    return value
