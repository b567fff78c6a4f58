"""A TOML text with the line of every value in it, so that messages name file, line and key."""

from __future__ import annotations

import datetime
import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from perceptron_gui.base.errors import InputError
from perceptron_gui.base.text import count, did_you_mean, printable, quoted
from perceptron_gui.core.data.library import LECTURE, LECTURES

from .prose import check_prose, check_title

# Keys and, in lists, places counted from 0.
KeyPath = tuple[str | int, ...]

LONGEST_FILE = 256_000  # characters; a lesson of ten minutes has about ten thousand
DEEPEST_KEY = 20  # parts of a path; a coordinate of a point has six: steps, 1, scene, points, 2, 1
LONGEST_NUMBER = 300  # characters; from 310 digits on, no float holds a whole number
_SPACES = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_STRING = (
    r'"""(?:\\.|(?!""")[^\\])*"{3,5}'
    r"|\'\'\'(?:(?!\'\'\').)*\'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
)
_KEY = re.compile(rf"[A-Za-z0-9_-]+|{_STRING}", re.DOTALL)
_PLAIN_VALUE = re.compile(rf"{_STRING}|[^,\]}}#\n]+", re.DOTALL)
_KINDS: dict[type, str] = {
    dict: "a table",
    list: "a list",
    str: "a text",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
}
_TOML_PLACE = re.compile(r"^(.*) \(at (?:line (\d+), column (\d+)|end of document)\)$", re.DOTALL)


class LessonError(InputError):
    """A lesson cannot be used; every problem names the file, the line and the key."""

    def __init__(self, message: str, problems: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.problems = problems or (message,)


Value = TypeVar("Value")
Other = TypeVar("Other")


class Problems:
    """Collects what is wrong with a lesson, so that its author gets all of it at once."""

    def __init__(self) -> None:
        self._found: dict[str, None] = {}  # each once, in order

    def tried(self, read: Callable[[], Value], usual: Other) -> Value | Other:
        """Return what is read, or `usual` where that fails."""
        try:
            return read()
        except LessonError as error:
            self._found.update(dict.fromkeys(error.problems))
            return usual

    def check(self) -> None:
        """Raise an error if there were problems; its message is the first one."""
        if not self._found:
            return
        first, *others = self._found
        more = f" (and {count(len(others), 'more error')})" if others else ""
        raise LessonError(first + more, tuple(self._found))


class _NotTomlError(ValueError):
    """The scanner cannot go on; `tomllib` says why."""


class _Scanner:
    """Finds the line of every key and entry, and refuses what would take too much memory.

    It reads before `tomllib`, which keeps every beginning of a dotted key: 4.9 GB for one of
    60,000 parts. Anything it lets through that is not TOML, `tomllib` refuses.
    """

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self._file = file
        self._at = 0
        self._ends = [found.start() for found in re.finditer("\n", text)]
        self._tables: dict[KeyPath, int] = {}  # the last of the [[tables]] of each name
        self.lines: dict[KeyPath, int] = {}

    def scan(self) -> dict[KeyPath, int]:
        """Return the line of every path."""
        table: KeyPath = ()
        while sign := self._next():
            if sign == "[":
                table = self._header()
            else:
                self._pair(table)
        return self.lines

    def _next(self) -> str:
        """Return the next sign behind spaces and comments, and nothing at the end."""
        self._take(_SPACES)
        return self._text[self._at : self._at + 1]

    def _take(self, pattern: re.Pattern[str]) -> str:
        """Move on past what stands here, and return it."""
        found = pattern.match(self._text, self._at)
        if found is None:
            raise _NotTomlError
        self._at = found.end()
        return found[0]

    def _note(self, path: KeyPath) -> None:
        line = bisect_left(self._ends, self._at) + 1
        if len(path) > DEEPEST_KEY:
            raise LessonError(
                f"{self._file}, line {line}: keys and brackets are nested more than "
                f"{DEEPEST_KEY} deep; a lesson needs six levels, so remove some"
            )
        self.lines.setdefault(path, line)

    def _header(self) -> KeyPath:
        brackets = 2 if self._text.startswith("[[", self._at) else 1
        self._at += brackets
        path: KeyPath = ()
        for name in self._names():
            if path in self._tables:
                path = (*path, self._tables[path])
            path = (*path, name)
            self._note(path)
        if brackets == 2:
            self._tables[path] = self._tables.get(path, -1) + 1
            path = (*path, self._tables[path])
            self._note(path)
        self._at += brackets
        return path

    def _names(self) -> Iterator[str]:
        """Yield the parts of a key up to = or ]."""
        import tomllib

        while True:
            self._next()
            name = self._take(_KEY)
            yield next(iter(tomllib.loads(f"{name} = 0"))) if name[0] in "\"'" else name
            if self._next() != ".":
                return
            self._at += 1

    def _pair(self, table: KeyPath) -> None:
        path = table
        for name in self._names():
            path = (*path, name)
            self._note(path)
        self._at += 1  # the sign =
        self._value(path)

    def _value(self, path: KeyPath) -> None:
        sign = self._next()
        self._note(path)
        if sign in ("[", "{"):
            self._at += 1
            self._members(path, "]" if sign == "[" else "}")
            return
        value = self._take(_PLAIN_VALUE).strip()
        if sign in "+-0123456789" and len(value) > LONGEST_NUMBER:
            here = Entry(None, path, self._file, self.lines)
            raise here.error(
                f"a number of {len(value)} characters; at most {LONGEST_NUMBER} are possible"
            )

    def _members(self, path: KeyPath, end: str) -> None:
        place = 0
        while (sign := self._next()) != end:
            if sign == ",":
                self._at += 1
            elif end == "}":
                self._pair(path)
            else:
                self._value((*path, place))
                place += 1
        self._at += 1


def lines_of(text: str, file: str = "") -> dict[KeyPath, int]:
    """Return the line, the first being 1, of every key and every entry of a list in TOML.

    A LessonError says that keys are too deep, or numbers too long; a ValueError, that this is
    not TOML.
    """
    return _Scanner(text, file).scan()


@dataclass(frozen=True, eq=False)
class Entry:
    """A value of a lesson, and where it stands."""

    value: Any
    path: KeyPath
    file: str
    lines: dict[KeyPath, int]

    @property
    def line(self) -> int:
        """The line on which it begins, or what it is part of."""
        path = self.path
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)

    def error(self, what: str) -> LessonError:
        """Return the error that says what is wrong here."""
        key = _written_path(self.path)
        where = f"{self.file}, line {self.line}" + (f", {key}" if key else "")
        return LessonError(f"{where}: {printable(what, 400)}")

    def must_be(self, wanted: str) -> LessonError:
        """Return the error for a value of another kind than wanted."""
        kind = _KINDS.get(type(self.value), "")
        if isinstance(self.value, datetime.date | datetime.time):
            kind = "a date"
        return self.error(f"must be {wanted}, not {kind or 'this'}")

    def table(self, known: Collection[str]) -> dict[str, Entry]:
        """Return what a table holds; any other key is refused."""
        found = self.options()
        for key, entry in found.items():
            if key not in known:
                hint = did_you_mean(key, known) or f"; there may be {', '.join(known)}"
                raise entry.error(f"unknown key {quoted(key)}{hint}")
        return found

    def options(self, most: int = 100) -> dict[str, Entry]:
        """Return what a table holds under any keys."""
        if not isinstance(self.value, dict):
            raise self.must_be("a table")
        if len(self.value) > most:
            raise self.error(f"has {len(self.value)} keys; at most {most} are possible")
        return {key: self._member(key, value) for key, value in self.value.items()}

    def entries(self, most: int) -> list[Entry]:
        """Return the entries of a list."""
        if not isinstance(self.value, list):
            raise self.must_be("a list")
        if len(self.value) > most:
            raise self.error(f"has {len(self.value)} entries; at most {most} are possible")
        return [self._member(place, value) for place, value in enumerate(self.value)]

    def text(self, longest: int, may_be_empty: bool = False) -> str:
        """Return a text that is not too long."""
        if not isinstance(self.value, str):
            raise self.must_be("a text in quotes")
        if len(self.value) > longest:
            raise self.error(f"has {len(self.value)} characters; at most {longest} are possible")
        if not may_be_empty and not self.value.strip():
            raise self.error("is empty; write something, or leave it out")
        return self.value.strip()

    def line_of_text(self, longest: int, may_be_empty: bool = False) -> str:
        """Return a text with all its spaces and ends of lines made single spaces."""
        return " ".join(self.text(longest, may_be_empty).split())

    def prose(self, longest: int, may_be_empty: bool = False) -> str:
        """Return prose whose marks and mathematics can be read."""
        return self._checked(self.text(longest, may_be_empty), check_prose)

    def line_of_prose(self, longest: int) -> str:
        """Return prose of one line."""
        return self._checked(self.line_of_text(longest), check_prose)

    def title(self, longest: int, may_be_empty: bool = False) -> str:
        """Return words of one line that are shown as they are: no prose, and no HTML either."""
        return self._checked(self.line_of_text(longest, may_be_empty), check_title)

    def _checked(self, text: str, check: Callable[[str], None]) -> str:
        try:
            check(text)
        except InputError as error:
            raise self.error(str(error)) from error
        return text

    def one_of(self, words: Collection[str]) -> str:
        """Return a text that is one of these words."""
        if not isinstance(self.value, str):
            raise self.must_be("a text in quotes")
        if self.value not in words:
            hint = did_you_mean(self.value, words) or f"; it is one of {', '.join(words)}"
            raise self.error(f"there is no {quoted(self.value)}{hint}")
        return self.value

    def lecture(self) -> str:
        """Return the id of a lecture, which is written by its name or its id."""
        known = {LECTURE.to_text(each): each for each in LECTURES}
        is_id = isinstance(self.value, str) and self.value in LECTURES
        return self.value if is_id else known[self.one_of(known)]

    def count(self, least: int, most: int) -> int:
        """Return a whole number between two limits."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.must_be("a whole number")
        if not least <= self.value <= most:
            raise self.error(f"must be a whole number from {least} to {most}")
        return self.value

    def truth(self) -> bool:
        """Return whether it is true."""
        if not isinstance(self.value, bool):
            raise self.must_be("true or false")
        return self.value

    def member(self, key: str) -> Entry:
        """Return what a table holds under a key; where there is nothing, its place."""
        return self._member(key, self.value.get(key))

    def _member(self, key: str | int, value: Any) -> Entry:
        return Entry(value, (*self.path, key), self.file, self.lines)


def read_source(text: str, file: str) -> Entry:
    """Return the whole of a TOML text; a LessonError says where it is none."""
    import tomllib  # which takes long, and the start of the window has no need of it

    name = printable(file)
    if len(text) > LONGEST_FILE:
        raise LessonError(f"{name}: longer than {LONGEST_FILE // 1000} kB; this is no lesson")
    plain = text.replace("\r\n", "\n")
    lines: dict[KeyPath, int] = {}
    with suppress(_NotTomlError, tomllib.TOMLDecodeError):
        lines = lines_of(plain, name)
    try:
        return Entry(tomllib.loads(plain), (), name, lines)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(str(error), name, plain) from error


def _not_toml(message: str, name: str, text: str) -> LessonError:
    found = _TOML_PLACE.match(message)
    if found is None:
        return LessonError(f"{name}: this is not TOML ({printable(message)})")
    line = found[2] or str(text.count("\n") + 1)
    column = f", column {found[3]}" if found[3] else ""
    what = found[1][:1].lower() + found[1][1:]
    if "\\" in what:
        what += "; texts between ''' and ''' keep their backslashes"
    return LessonError(f"{name}, line {line}{column}: this is not TOML ({printable(what)})")


def _written_path(path: KeyPath) -> str:
    """Write step 2, scene.rule; all is counted from 1."""
    before, rest = "", path
    if len(path) > 1 and path[0] == "steps" and isinstance(path[1], int):
        before, rest = f"step {path[1] + 1}", path[2:]
    written = ""
    for key in rest:
        if isinstance(key, int):
            written += f"[{key + 1}]"
        else:
            written += ("." if written else "") + printable(key, 40)
    return ", ".join(part for part in (before, written) if part)
