"""One name per thing: what had another name once is understood, and the new one is printed."""

from __future__ import annotations

import re

import pytest

from perceptron_gui.cli import parsers
from perceptron_gui.core.data.library import LECTURE_NAMES
from perceptron_gui.labs.registry import OLD_NAMES
from tests.conftest import WORDS
from tests.terminal.program import PROMPT, Cli

# A command, an old name for {} in it, and the new one.
RENAMED = [
    *(("lab {} and", old, new) for old, new in OLD_NAMES.items()),
    ("run and --rule {}", "pla", "perceptron"),
    ("lab rules and --rule {}", "pla", "perceptron"),
    ("lab rules and --contestants {}", "pla", "perceptron"),
    ("figure norms and --describe --notation {}", "002", "cmu"),
    *(("run and --explain --visits 3 --notation {}", *names) for names in LECTURE_NAMES.items()),
    *(("run and --explain --as-in-lecture {}", *names) for names in LECTURE_NAMES.items()),
]
# The names of views (arena, effects, dichotomies) are typed and stored, so they stay.
OLD = re.compile(
    r"\bpla\b|laborator|canvas|taken for|rescued|budget is used|ties are"
    r"|a tie is a mistake|(lecture|symbols|notation) 00\d",
    re.IGNORECASE,
)


@pytest.mark.parametrize(("command", "old", "new"), RENAMED)
def test_an_old_name_is_understood(command: str, old: str, new: str, cli: Cli) -> None:
    assert cli(*command.format(old).split()) == cli(*command.format(new).split())


def test_no_help_uses_an_old_name() -> None:
    for path, parser in parsers().items():
        said = parser.format_help()
        assert OLD.findall(said) == [], path


@pytest.mark.parametrize("name", ["printed", "refused", "descriptions", "words", "status"])
def test_what_is_printed_uses_no_old_name(name: str) -> None:
    lines = (WORDS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    said = [line for line in lines if not line.startswith((PROMPT, "#"))]
    # What was typed is quoted.
    assert [line for line in said if OLD.search(re.sub(r"'[^']*'|--\w+", "", line))] == []
