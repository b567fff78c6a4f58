"""Broken files of every kind: each is read, or refused in one sentence."""

from __future__ import annotations

import argparse
import csv
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from perceptron_gui.base.errors import InputError
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.csv.reader import write_csv
from perceptron_gui.document.embed.carrier import embed
from perceptron_gui.document.model.session import Session, write_session
from perceptron_gui.document.sources import load_data
from perceptron_gui.lessons.grades import grade, grades_csv
from perceptron_gui.lessons.homework import homework, open_homework, task_steps
from perceptron_gui.lessons.lesson import check_lesson
from perceptron_gui.lessons.prose import to_html
from perceptron_gui.lessons.reader import lesson_files, lesson_named, read_lesson
from tests.document.pictures import NAMES, files

from .campaign import Campaign, Outcome

_LONGEST = 1000  # letters of a sentence
_MOST_POINTS, _MOST_EPOCHS = 500, 3
_TOKENS = (
    b"1e999", b"-0", b"NaN", b"inf", b"0x10", b"1,5", b"\xff\xfe", b"\x00", b"\r", b'"', b"'", b"[",
    b"]}", b"{", b"null", b"true", b"-", b";", b"\t", b"9" * 400, b"1" + b"0" * 30, b"\xef\xbb\xbf",
    b"<!ENTITY a 'b'>", b"<svg>", b"%PDF", b"\xe2\x88\x92", b"a" * 3000, b"\n\n\n", b",,,",
)  # fmt: skip


def _harmed(data: bytes, chance: random.Random, others: list[bytes]) -> bytes:
    """Return a file with some of it changed, lost, moved, or taken from another file."""
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        at, to = sorted(chance.randrange(len(data) + 1) for _ in range(2))
        to = min(to, at + chance.choice((0, 1, 4, 64, 4096)))
        other = chance.choice(others)
        first = chance.randrange(len(other) + 1)
        between = chance.choice((
            b"", bytes([chance.randrange(256)]), chance.choice(_TOKENS), data[at:to] * 2,
            other[first : first + chance.choice((8, 200))],
        ))  # fmt: skip
        data = data[:at] + between + data[to:]
        if chance.random() < 0.1:
            data = data[: chance.randrange(len(data) + 1)]
    return data


def _good_files() -> Iterator[tuple[str, str, bytes]]:
    """Yield kinds, endings and contents of files as the program writes them."""
    for name in ("xor", "and", "blobs", "line-fit"):
        dataset = make(LIBRARY[name])
        session = write_session(Session(dataset, name=name))
        yield "tables", "csv", write_csv(dataset).encode()
        yield "sessions", "json", session.encode()
    session = write_session(Session(make(LIBRARY["xor"]), name="xor"))
    for name in NAMES:
        kind = name.split()[0]
        yield "figures", kind, embed(files()[name], kind, session)
    for path in lesson_files().values():
        yield "lessons", "toml", Path(path).read_bytes()
    for name in ("and-by-yourself", "follow-theta"):
        lesson = lesson_named(name)
        for number in task_steps(lesson):
            yield "homework", "json", write_session(homework(lesson, number)).encode()


def _open_data(path: Path) -> None:
    """Read a file as the program does, and train on it a little."""
    loaded = load_data(str(path))
    dataset = loaded.dataset
    if 0 < len(dataset) <= _MOST_POINTS:
        rule = loaded.rule_with({})
        if rule.epochs <= 10_000:
            Run(dataset, loaded.rule_with({"epochs": _MOST_EPOCHS})).finish()


def _open_lesson(path: Path) -> None:
    check_lesson(read_lesson(path.read_bytes().decode(errors="replace"), path.name))


def _open_homework(path: Path) -> None:
    """Open a task as the panel does, and grade it; the table has a row for it in any case."""
    data = path.read_bytes()
    graded = grade(data, path.name, {})
    columns = list(csv.reader(grades_csv([graded]).splitlines()))
    assert len(columns) == 2 and len(columns[0]) == len(columns[1])
    assert f"{graded}".isprintable()
    if graded.error is not None:
        raise graded.error
    assert graded.task is not None
    opened = open_homework(graded.task)
    to_html(opened.task.text)


_OPEN: dict[str, Callable[[Path], None]] = {"lessons": _open_lesson, "homework": _open_homework}


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--count", type=int, default=5_000, help="files of every kind")
    parser.add_argument("--seed", type=int, default=1, help="the first of them")


def _run(options: argparse.Namespace, outcome: Outcome) -> None:
    good = list(_good_files())
    contents = [content for *_, content in good]
    kinds = dict.fromkeys(kind for kind, *_ in good)
    with TemporaryDirectory() as folder:
        for seed in range(options.seed, options.seed + options.count):
            chance = random.Random(seed)
            for kind in kinds:
                _, ending, content = chance.choice([each for each in good if each[0] == kind])
                path = Path(folder) / f"harmed.{ending}"
                path.write_bytes(_harmed(content, chance, contents))
                outcome.counts[kind] += 1
                problem = _problem_with(path, _OPEN.get(kind, _open_data), outcome)
                if problem:
                    outcome.fail(f"{kind} file {seed} ({ending}): {problem}")
                path.unlink()


def _problem_with(path: Path, read: Callable[[Path], None], outcome: Outcome) -> str:
    """Return what is wrong with how a file was read or refused; nothing where all is well."""
    try:
        read(path)
    except InputError as error:
        outcome.counts["refused"] += 1
        for said in (str(error), *getattr(error, "problems", ())):
            if not said.isprintable() or not 0 < len(said) <= _LONGEST:
                return f"it is refused by {said[:_LONGEST]!r}"
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told
        return repr(error)
    return ""


FUZZ = Campaign(
    "fuzz", "broken tables, sessions, figures, lessons and homework", _add_options, _run
)
