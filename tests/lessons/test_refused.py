"""Whatever is wrong in a lesson gets one sentence with file, line and key, as approved."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from perceptron_gui.base.errors import InputError
from perceptron_gui.lessons.claims import parse_statement
from perceptron_gui.lessons.prose import check_prose
from perceptron_gui.lessons.reader import read_lesson
from tests.conftest import WORDS, Approve

from .examples import HEAD, STEP

# What is read stands behind this sign in the approved text, and below it what is said of it.
_SIGN = ">"


@pytest.mark.parametrize(
    ("name", "read", "start"),
    [
        ("bad_lessons", partial(read_lesson, name="x.toml"), "x.toml, line "),
        ("bad_claims", parse_statement, ""),
        ("bad_prose", check_prose, ""),
    ],
)
def test_what_is_wrong_is_refused_as_approved(
    name: str, read: Callable[[str], object], start: str, approve: Approve
) -> None:
    approved = (WORDS / f"{name}.txt").read_text(encoding="utf-8")
    told: list[str] = []
    for block in approved.rstrip("\n").split("\n\n"):
        lines = [line for line in block.splitlines() if line.startswith(_SIGN)]
        with pytest.raises(InputError) as caught:
            read("\n".join(line.removeprefix(_SIGN).removeprefix(" ") for line in lines))
        said = str(caught.value)
        assert said.startswith(start) and "\n" not in said
        told.append("\n".join([*lines, said]))
    approve(name, "\n\n".join(told))


def test_long_texts_are_refused() -> None:
    with pytest.raises(InputError, match="steps: has 201 entries; at most 200"):
        read_lesson(HEAD + STEP * 201, "x.toml")
    with pytest.raises(InputError):
        check_prose("$" + "{" * 5000 + "$")
