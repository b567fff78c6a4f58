"""Prose: a little Markdown as blocks, HTML, plain text and Markdown, and what is refused."""

from __future__ import annotations

import html.parser

from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.base.errors import InputError
from perceptron_gui.lessons import prose
from tests.conftest import Approve

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
