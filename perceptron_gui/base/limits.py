"""How large a request may be: limits that are named, and sentences for what goes beyond them.

Work whose size is known is refused before it begins; what grows, such as the record of a run, ends
at the limit. The limit of memory is 1 GB unless `--max-memory` says otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence

from .errors import InputError
from .params import Param, Real

MOST_COLUMNS = 100_000
"""Coordinates of a point, with the products that a lift appends to them."""

GIGABYTE = 10**9
MAX_MEMORY = Param(
    "max_memory",
    Real(0.2, 1000, unit="GB"),
    1.0,
    "how much memory may be used, in gigabytes; larger work is refused",
)
_FLAG = "--max-memory"


class LimitError(InputError):
    """What was asked for is too large; the message names the limit."""


class MemoryLimit:
    """How many bytes the data, runs and pictures of this process may take."""

    def __init__(self, gigabytes: float = MAX_MEMORY.default) -> None:
        self.gigabytes = gigabytes

    def allow(self, gigabytes: str | float) -> None:
        """Set the limit; an OptionError says why it cannot be."""
        self.gigabytes = MAX_MEMORY.read(gigabytes)

    @property
    def bytes(self) -> int:
        """The limit in bytes."""
        return int(self.gigabytes * GIGABYTE)

    def check(self, needed: float, what: str, instead: str, shown: str = "") -> None:
        """Raise a LimitError where this many bytes are too many.

        `what` takes the memory, and `instead` says what to do to need less; `shown` is what the
        window says there, where that is not the same.
        """
        if needed <= self.bytes:
            return
        takes = f"{what} would take about {_size(needed)} of memory, over the limit of"
        raise LimitError(
            f"{takes} {_size(self.bytes)}; {instead}, or allow more with {_FLAG}",
            f"{takes} {_size(self.bytes)}; {shown or instead}, or start the program with {_FLAG}",
        )

    def exhausted(self) -> LimitError:
        """Return the error for work that the system gave no memory for."""
        less = "take fewer points or columns, or a shorter run, and close other programs"
        return LimitError(f"there is not enough memory on this machine for that; {less}")


MEMORY = MemoryLimit()


def without_max_memory(argv: Sequence[str]) -> tuple[list[str], str | None]:
    """Return a command line without `--max-memory`, and the value that it gives."""
    rest: list[str] = []
    value: str | None = None
    # Any command takes it, so it is read before the parser of one command sees the line.
    words = iter(argv)
    for word in words:
        if word == _FLAG:
            value = next(words, "")
        elif word.startswith(f"{_FLAG}="):
            value = word.partition("=")[2]
        else:
            rest.append(word)
    return rest, value


def _size(count: float) -> str:
    """Return bytes as people say them: 800 MB, 5.8 GB."""
    if count < GIGABYTE:
        return f"{count / 1e6:.0f} MB"
    return f"{count / GIGABYTE:.3g} GB" if count < 1e15 else "more than a million GB"
