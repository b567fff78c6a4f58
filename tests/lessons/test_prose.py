"""Prose: a little Markdown as blocks, HTML, plain text and Markdown, and what is refused."""

from __future__ import annotations

import html.parser
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.base.errors import InputError
from perceptron_gui.lessons import prose
from perceptron_gui.lessons.prose import ProseBlock, ProsePart

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


def test_blocks_and_their_parts() -> None:
    one, bullets, numbers, formula, before, last = prose.blocks(TEXT)
    assert one == ProseBlock(
        "paragraph",
        (
            (
                ProsePart("text", "The score is "),
                ProsePart("math", r"s = w \cdot x"),
                ProsePart("text", ", "),
                ProsePart("text", "never ", True),
                ProsePart("text", "quite", True, True),
                ProsePart("text", " ", True),
                ProsePart("code", "code", True),
                ProsePart("text", " and 2 * 3, a*b, $5."),
            ),
        ),
    )
    assert (bullets.kind, len(bullets.lines)) == ("bullets", 2)
    assert bullets.lines[0] == (ProsePart("text", "first goes on"),)
    assert (numbers.kind, numbers.first, len(numbers.lines)) == ("numbers", 2, 2)
    assert formula == ProseBlock("formula", ((ProsePart("math", r"\|w\|^2 \le k R^2"),),))
    assert (before.kind, last.kind) == ("paragraph", "bullets")


def test_plain_text() -> None:
    assert prose.to_plain(TEXT).splitlines() == [
        "The score is s = w·x, never quite code and 2 * 3, a*b, $5.",
        "",
        "• first goes on",
        "• second, y₁",
        "",
        "2. two",
        "3. three",
        "",
        "    ‖w‖² ≤ k R²",
        "",
        "Before a list:",
        "",
        "• one",
    ]


def test_html_is_of_few_tags_and_escapes_the_rest() -> None:
    found = prose.to_html(TEXT + "\n\n1 < 2 & **a**")
    assert "<p>1 &lt; 2 &amp; <strong>a</strong></p>" in found
    assert '<ol start="2"><li>two</li><li>three</li></ol>' in found
    assert "<strong><em>quite</em></strong>" in found
    assert "<strong><code>code</code></strong>" in found
    tags = set(re.findall(r"</?(\w+)", found))
    assert tags == {"p", "strong", "em", "code", "ul", "ol", "li", "span", "i", "sub", "sup"}


def test_markdown_reads_back_as_the_same() -> None:
    written = markdown(TEXT)
    assert prose.blocks(written) == prose.blocks(TEXT)
    assert markdown(written) == written
    assert "**never *quite* `code`** and 2 \\* 3, a\\*b, \\$5." in written
    for text in ("\\- no list", "1\\. no list", "\\# no heading", "x\\_1", "\\~\\~a\\~\\~"):
        assert markdown(text) == text
        assert prose.blocks(text)[0].kind == "paragraph"


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("a < b, x -> y", "a < b, x -> y"),
        ("x_1 * 2", r"x\_1 \* 2"),
        ("if a <b", r"if a \<b"),
        ("[a] (b) [a]: b", r"[a] (b) [a\]: b"),
        ("&lt; & co", r"\&lt; & co"),
        ("How many #", r"How many \#"),
        (r"\| 5 $ `", r"\\| 5 \$ \`"),
    ],
)
def test_words_mean_the_same_in_markdown(words: str, written: str) -> None:
    assert prose.line_markdown((ProsePart("text", words),)) == written


def test_a_formula_holds_neither_html_nor_a_link_in_markdown() -> None:
    assert markdown("$a<b>c$ and $[a](b)$") == "$a < b>c$ and $[a] (b)$"


def test_a_line_has_no_paragraph() -> None:
    assert prose.line_html("Is $w_0$\n *right*?") == (
        'Is <span class="math"><i>w</i><sub>0</sub></span> <em>right</em>?'
    )
    assert prose.line_plain("Is $w_0$ *right*?") == "Is w₀ right?"


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
