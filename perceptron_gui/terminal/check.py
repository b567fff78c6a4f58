"""The command `check`: whether a line separates the points, as words, JSON, exit code or SMT-LIB.

SMT-LIB puts the question to other programs, in linear real arithmetic (QF_LRA), which z3, cvc5 and
their like read. Our answer is a comment.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from perceptron_gui.base.errors import DataError, UsageError
from perceptron_gui.base.files import check_writable, write, write_atomically, write_report
from perceptron_gui.base.text import printable, quoted
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.bounds import first_pass_of, plain_rule
from perceptron_gui.core.runs.report import verdict_report
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import Separability, VerdictSearch
from perceptron_gui.core.space.space import Space

from .parser import Parser, read_data, rule_for
from .progress import at_work, steps
from .summary import describe_check, notes

_ENDING = ".smt2"
_NO = 1  # the exit code of --quiet where no line separates the points


def add_checking(command: Parser) -> None:
    """Add what `check` takes besides data and the options of the space."""
    meaning = "write the question and the answer as SMT-LIB, for other provers"
    command.add_argument("--out", metavar="FILE.smt2", help=meaning)
    meaning = "print no words; the exit code is 0 if a line separates the points, else 1"
    command.add_argument("--quiet", action="store_true", help=meaning)


def check(arguments: argparse.Namespace, typed: dict[str, Any]) -> int:
    """Carry out the command; `typed` are the options of the rule."""
    Rule.of(typed)
    if arguments.out is not None and not arguments.out.endswith(_ENDING):
        raise UsageError(f"--out {quoted(arguments.out)}: check writes files ending in {_ENDING}")
    check_writable(arguments.out)
    check_writable(arguments.json)
    data = read_data(arguments.data, arguments)
    rule, set_by_lecture = rule_for(arguments, data, typed)
    if data.dataset.targets is not None:
        raise DataError(f"{printable(data.name)} has real targets: there is nothing to separate")
    space = Space.of(data.dataset, rule)
    with at_work("deciding whether a line separates the points"):
        verdict = VerdictSearch(space).find(report=steps())
    code = _NO if arguments.quiet and not verdict.separable else 0
    has_words = not (arguments.quiet or arguments.json or arguments.out)
    told = ""
    with at_work("putting the verdict into words"):
        first_pass = None
        if not verdict.separable and (has_words or arguments.json):
            # Then there is a bound for one pass at least.
            first_pass = first_pass_of(Run(data.dataset, plain_rule(rule)).finish())
        if arguments.json is not None:
            report = verdict_report(space, verdict, first_pass=first_pass)
        if has_words:
            told = describe_check(data.name, rule, space, verdict, first_pass) + "\n"
            told += notes((*data.remarks, *set_by_lecture))
    if arguments.out is not None:
        write_atomically(Path(arguments.out), smt_lib(space, verdict).encode())
        told = (
            "" if arguments.quiet else f"{arguments.out}: the question and the answer as SMT-LIB\n"
        )
    if arguments.json is not None:
        write_report(arguments.json, "check", report)
    if arguments.json != "-":
        write(told)
    return code


def smt_lib(space: Space, verdict: Separability) -> str:
    """Return the question with a real number for every weight, and the answer known here."""
    if space.made_by == "kernel":
        raise UsageError("SMT-LIB has no words for the feature space of a kernel")
    return "\n".join(_lines(space, verdict)) + "\n"


def _lines(space: Space, verdict: Separability) -> Iterator[str]:
    names = [f"w{i}" for i in range(1, space.dimension + 1)]
    if space.offset:
        names[-1] = "w0"
    yield "; Each point asks for y * <w, x> > 0: is there such a w?"
    yield "; Scores are multiplied by a common denominator, so all numbers are whole."
    yield "(set-logic QF_LRA)"
    yield f"(set-info :status {'sat' if verdict.separable else 'unsat'})"
    for name in names:
        yield f"(declare-const {name} Real)"
    rows, _ = space.exact_rows(range(len(space)))
    for row in rows.tolist():
        terms = " ".join(f"(* {_whole(n)} {w})" for n, w in zip(row, names, strict=True))
        yield f"(assert (> (+ {terms} 0) 0))"
    yield "(check-sat)"
    if verdict.separable:
        found = ", ".join(f"{w} = {v}" for w, v in zip(names, verdict.separator, strict=True))
        yield f"; sat: {found}"
    else:
        shares = sorted(verdict.support.items())
        found = ", ".join(f"{share} of point {i + 1}" for i, share in shares)
        yield f"; unsat: y * x adds up to 0 for {found}"


def _whole(number: int) -> str:
    """Return a whole number; SMT-LIB has no negative numerals."""
    return str(number) if number >= 0 else f"(- {-number})"
