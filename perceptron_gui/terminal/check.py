"""The question whether a line separates the points as SMT-LIB, for other programs to answer.

Linear real arithmetic (QF_LRA): z3, cvc5 and their like read it. Our answer is a comment.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from perceptron_gui.base.errors import UsageError
from perceptron_gui.base.files import check_writable, write, write_atomically
from perceptron_gui.base.text import quoted
from perceptron_gui.core.space.separability import Separability
from perceptron_gui.core.space.space import Space

_ENDING = ".smt2"


def check_proof_file(target: str | None) -> None:
    """Refuse a file that could not be written, before the work begins."""
    if target is not None and not target.endswith(_ENDING):
        raise UsageError(f"--out {quoted(target)}: check writes files ending in {_ENDING}")
    check_writable(target)


def write_proof(target: str, space: Space, verdict: Separability) -> int:
    """Write the question and the answer to a file, and say so."""
    write_atomically(Path(target), smt_lib(space, verdict).encode())
    write(f"{target}: the question and the answer as SMT-LIB\n")
    return 0


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
