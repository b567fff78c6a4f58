"""The line of every key is known; prose is written in four ways, or refused."""

from __future__ import annotations

import html.parser
import tomllib
import tracemalloc
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_gui.base.errors import InputError
from perceptron_gui.lessons import prose
from perceptron_gui.lessons.source import (
    DEEPEST_KEY,
    LONGEST_FILE,
    KeyPath,
    LessonError,
    lines_of,
    read_source,
)
from tests.conftest import Approve

TRICKY = r'''# a comment with [brackets] = "and quotes"
title = "a \" quote # not a comment" # [no.table]
"quoted key" = 'literal \ text'
empty = ""
text = """
[[steps]]
title = "not a key"
with ""two quotes"" and \""" an escape
"""
raw = """ """ # on one line
literal = QQQit's = [raw] \dQQQ
[[steps]]
title = "first"
list = [
  1,
  # a comment, with a comma
  [2, [3, 4]],
  { a = 1, "b c" = [5] }, "},]",
]
a.b . "c" = 2026-11-17T09:15:00Z
[steps.scene] # of the first
rule = { name = "x", eta = "0.1" }
[steps.scene.deep.er]
x = 1.5e3
[[steps]]
title = 'second'
[[steps.parts]]
y = true
[[steps.parts]]
y = -inf
'''.replace("QQQ", "'''")


def paths_of(value: Any, path: KeyPath = ()) -> list[KeyPath]:
    found: list[KeyPath] = [path] if path else []
    members = list(value.items()) if isinstance(value, dict) else []
    members += enumerate(value) if isinstance(value, list) else []
    for key, member in members:
        found += paths_of(member, (*path, key))
    return found


def test_every_key_of_a_tricky_text_has_its_line() -> None:
    lines, rows = lines_of(TRICKY), TRICKY.splitlines()
    assert set(paths_of(tomllib.loads(TRICKY))) <= set(lines)

    def row(*path: str | int) -> str:
        return rows[lines[path] - 1].strip()

    assert row("title").startswith("title = ")
    assert row("quoted key").startswith('"quoted key"')
    assert row("raw").startswith("raw = ")
    assert row("steps", 0, "title") == 'title = "first"'
    assert row("steps", 0, "list", 1, 1, 0) == "[2, [3, 4]],"
    assert row("steps", 0, "list", 2, "b c", 0).startswith("{ a = 1")
    assert row("steps", 0, "list", 3).endswith('"},]",')
    assert row("steps", 0, "a", "b", "c").startswith("a.b")
    assert row("steps", 0, "scene", "rule", "eta").startswith("rule = ")
    assert row("steps", 0, "scene", "deep", "er", "x") == "x = 1.5e3"
    assert row("steps", 1, "title") == "title = 'second'"
    assert row("steps", 1, "parts", 1, "y") == "y = -inf"


_KEYS = st.one_of(
    st.text("abc-_1", min_size=1, max_size=3),
    st.text("a .#=[]é", min_size=1, max_size=3).map(lambda key: f'"{key}"'),
)
_SCALARS = st.one_of(
    st.integers(-9, 9).map(str),
    st.booleans().map(lambda value: str(value).lower()),
    st.text("ab#[]{},=\n'", max_size=6).map(lambda text: f'"""{text}"""'),
    st.text('ab#[]{},="\\', max_size=6).map(lambda text: f"'{text}'"),
)
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda values: "[\n" + ", # c\n ".join(values) + " ]"),
        st.dictionaries(_KEYS, inner.filter(lambda value: "\n" not in value), max_size=3).map(
            lambda table: "{ " + ", ".join(f"{k} = {v}" for k, v in table.items()) + " }"
        ),
    ),
    max_leaves=6,
)


@settings(max_examples=50)
@given(st.lists(st.tuples(st.sampled_from(["", "[t]", "[[l]]", "[l.d]"]), _KEYS, _VALUES)))
def test_whatever_is_toml_is_scanned(rows: list[tuple[str, str, str]]) -> None:
    text = "".join(f"{header}\n{key} = {value} # end\n" for header, key, value in rows)
    try:
        value = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        with pytest.raises(LessonError, match=r"^f\.toml, line \d+"):
            read_source(text, "f.toml")
        return
    assert set(paths_of(value)) <= set(lines_of(text))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = 1\nb = -" + "9" * 100_000, r"f\.toml, line 2, b: a number of 100001 characters"),
        ("a = [1, 0." + "1" * 5000, r"f\.toml, line 1, a\[2\]: a number of 5002 characters"),
        ("#" * (LONGEST_FILE + 1), r"f\.toml: longer than 256 kB"),
        ("\0", r"f\.toml, line 1, column 1: this is not TOML"),
    ],
)
def test_what_is_too_long_or_no_text_is_told_with_its_place(text: str, message: str) -> None:
    with pytest.raises(LessonError, match=message):
        read_source(text, "f.toml")


DEEP = 5000


@pytest.mark.parametrize(
    "row",
    [
        "a" + ".a" * DEEP + " = 1",
        "[a" + ".a" * DEEP + "]",
        "[[a" + ".a" * DEEP + "]]",
        '["a"' + '."a"' * DEEP + "]",
        "a = { a" + ".a" * DEEP + " = 1 }",
        "a = " + "[" * DEEP,
        "a = " + "{ a = " * DEEP,
    ],
    ids=lambda row: row[:8],
)
def test_deep_keys_are_refused_before_they_take_memory(row: str) -> None:
    read_source("title = 'T'", "f.toml")  # what is imported is not counted
    tracemalloc.start()
    with pytest.raises(LessonError, match=rf"^f\.toml, line 2: .*nested more than {DEEPEST_KEY}"):
        read_source(f"title = 'T'\n{row}", "f.toml")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100 * len(row)


def test_a_windows_text_has_the_same_lines() -> None:
    entry = read_source("a = 1\r\nb = [\r\n 2]\r\n", "f.toml")
    assert entry.lines[("b", 0)] == 3


TEXT = r"""The score is $s = w \cdot x$,
**never *quite* `code`** and 2 * 3, a\*b, \$5.

- first
  goes on
- second, $y_1$

2. two
3) three

$$\|w\|^2 \le
 k R^2$$

Before a list:
- one"""


def markdown(text: str) -> str:
    return "\n\n".join(map(prose.block_markdown, prose.blocks(text)))


# What is read as prose besides that, and what only looks like HTML, links, headings or marks.
LINES = (
    "Is $w_0$ *right*?", "1 < 2 & **a**", "x -> y, if a <b", "[a] (b) [a]: b", "&lt; & co",
    "How many #", "$a<b>c$ and $[a](b)$", r"\* 5 \$ \` and 2 * 3",
)  # fmt: skip


def test_prose_is_written_as_approved(approve: Approve) -> None:
    told = []
    for text in (TEXT, *LINES):
        told += [f"# {text}", prose.to_plain(text), prose.to_html(text), markdown(text)]
        told += [prose.line_html(text), prose.line_plain(text)] if text is not TEXT else []
    approve("prose", "\n\n".join(told))


def test_markdown_reads_back_as_the_same() -> None:
    written = markdown(TEXT)
    assert prose.blocks(written) == prose.blocks(TEXT)
    assert markdown(written) == written
    for text in ("\\- no list", "1\\. no list", "\\# no heading", "x\\_1", "\\~\\~a\\~\\~"):
        assert markdown(text) == text
        assert prose.blocks(text)[0].kind == "paragraph"


def test_what_only_looks_like_html_or_a_link_is_prose() -> None:
    for text in ("1 < 2 and 3 > 2", "`<b>`", "[a] (b)", "$a<b>c$", "x -> y", "#1 is first"):
        prose.check_prose(text)


class Tags(html.parser.HTMLParser):
    """Collects tags and what they carry."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [(tag, name) for name, _ in attrs] or [(tag, "")]


_SAFE = {"p", "strong", "em", "code", "ul", "ol", "li", "span", "i", "sub", "sup"}


@given(st.text("ab12 \n*`$\\<>&\"'[]()#-!{}_^.", max_size=60))
def test_any_text_is_prose_or_refused_and_never_becomes_another_tag(text: str) -> None:
    try:
        found = prose.to_html(text)
    except InputError as error:
        assert str(error)
        return
    tags = Tags()
    tags.feed(found)
    assert {tag for tag, _ in tags.found} <= _SAFE
    assert {name for _, name in tags.found} <= {"", "class", "align", "start"}
    prose.to_plain(text)
    assert prose.blocks(markdown(text)) == prose.blocks(text)
