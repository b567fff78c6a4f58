"""The prose of lessons: a little Markdown with mathematics, as values, HTML, plain text, Markdown.

Paragraphs, lists, **bold**, *emphasis*, `code`, $mathematics$ in the small LaTeX of `base.latex`,
and a formula of its own between double dollars. Nothing else: no HTML, links or pictures.
Whatever looks like them all the same is text, in Markdown as in HTML.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, replace
from typing import Literal

from perceptron_gui.base import latex
from perceptron_gui.base.errors import InputError
from perceptron_gui.base.text import quoted

PartKind = Literal["text", "code", "math"]
BlockKind = Literal["paragraph", "bullets", "numbers", "formula"]

_TOKEN = re.compile(
    r"\\(?P<escaped>[\\*$`_#\-+.<>\[\]()~&])|`(?P<code>[^`]*)`|\$(?P<math>[^$]*)\$"
    # A star between spaces is one of a product.
    r"|(?P<mark>\*\*|(?<=[^ ])\*|\*(?=[^ ]))|(?P<words>[^\\`$*]+|.)",
    re.DOTALL,
)
_SIGNS = re.compile(r"[\\*$`_#\-+.<>\[\]()~&]")  # that a backslash makes plain
_ITEM = re.compile(r"^\s{0,3}(?:[-*+]|(\d{1,3})[.)])\s+(.*)$")
_FORMULA = re.compile(r"^\$\$(.*)\$\$$", re.DOTALL)
_REFUSED = (
    (re.compile(r"</?[A-Za-z][^<>]*>|<!--"), "HTML"),
    (re.compile(r"!\[[^\[\]]*\]\([^)]*\)"), "pictures"),
    (re.compile(r"\[[^\[\]]*\]\([^)]*\)"), "links"),
    (re.compile(r"^\s{0,3}#{1,6}\s", re.MULTILINE), "headings"),
)
# What begins HTML, and what makes a link, where Markdown is read.
_TAG, _LINK = r"<(?=[A-Za-z/!?])", r"\](?=[(\[:])"
# Other signs that words may hold, and that Markdown would take for something else: marks, struck
# out words, letters by their names (&lt;), and the end of a heading.
_MARK = re.compile(rf"[\\*$`_~]|&(?=#?\w+;)|#(?=#*$)|{_TAG}|{_LINK}")


@dataclass(frozen=True)
class ProsePart:
    """Words, code or mathematics in a line, and how they are set."""

    kind: PartKind
    text: str
    is_bold: bool = False
    is_emphasis: bool = False


ProseLine = tuple[ProsePart, ...]


@dataclass(frozen=True)
class ProseBlock:
    """A paragraph or a formula has one line, a list one for every item."""

    kind: BlockKind
    lines: tuple[ProseLine, ...]
    first: int = 1  # the number of the first item


def blocks(text: str) -> tuple[ProseBlock, ...]:
    """Return prose as blocks; an InputError says what cannot be read."""
    found: list[ProseBlock] = []
    for chunk in re.split(r"\n[ \t]*\n", text.strip("\n")):
        if chunk.strip():
            found += _blocks_of(chunk)
    return tuple(found)


def check_prose(text: str) -> None:
    """Raise an InputError that says what prose may not hold, or which formula is wrong."""
    blocks(text)
    check_title(re.sub(r"`[^`\n]*`|\$[^$]*\$", "", text))


def check_title(text: str) -> None:
    """Raise an InputError where there is HTML or the like; code and mathematics are not read."""
    for pattern, what in _REFUSED:
        found = pattern.search(text)
        if found:
            raise InputError(f"{quoted(found[0].strip())}: lessons have no {what}")


def line_parts(text: str) -> ProseLine:
    """Return a text of one line, such as a question, as parts."""
    text = " ".join(text.split())
    parts: list[ProsePart] = []
    is_bold = is_emphasis = False
    for token in _TOKEN.finditer(text):
        kind, inner = token.lastgroup or "", token[token.lastgroup or 0]
        if kind == "mark":
            is_bold ^= inner == "**"
            is_emphasis ^= inner == "*"
        elif kind == "math":
            parts.append(ProsePart("math", _formula(inner), is_bold, is_emphasis))
        elif kind == "code":
            if not inner:  # Markdown would take both for the start of other code
                raise InputError("there is nothing between two `; write code there, or remove them")
            parts.append(ProsePart("code", inner, is_bold, is_emphasis))
        elif kind == "words" and inner in "$`":
            what = "a dollar is written \\$" if inner == "$" else "give another `"
            raise InputError(f"{inner} is not closed in {quoted(text)}; {what}")
        elif parts and replace(parts[-1], text="") == ProsePart("text", "", is_bold, is_emphasis):
            parts[-1] = replace(parts[-1], text=parts[-1].text + inner)
        else:
            parts.append(ProsePart("text", inner, is_bold, is_emphasis))
    if is_bold or is_emphasis:
        mark = "**" if is_bold else "*"
        raise InputError(f"{mark} is not closed in {quoted(text)}; a star is written \\*")
    return tuple(parts)


def escaped(text: str) -> str:
    """Return words of a stranger as prose that shows them as they are."""
    return _SIGNS.sub(r"\\\g<0>", text)


def to_html(text: str) -> str:
    """Return prose as HTML of few tags, which Qt shows too; everything else is escaped."""
    return "\n".join(map(block_html, blocks(text)))


def line_html(text: str) -> str:
    """Return a text of one line as HTML, without a paragraph around it."""
    return _line_html(line_parts(text))


def to_plain(text: str) -> str:
    """Return prose without any marks, its mathematics in Unicode."""
    return "\n\n".join(map(_block_plain, blocks(text)))


def line_plain(text: str) -> str:
    """Return a text of one line without any marks."""
    return _line_plain(line_parts(text))


def _blocks_of(chunk: str) -> list[ProseBlock]:
    formula = _FORMULA.match(chunk.strip())
    if formula and "$" not in formula[1]:
        return [ProseBlock("formula", ((ProsePart("math", _formula(formula[1])),),))]
    found: list[tuple[BlockKind, int, list[str]]] = []
    for line in chunk.splitlines():
        item = _ITEM.match(line)
        if item is None and found:
            found[-1][2][-1] += f" {line.strip()}"
            continue
        kind: BlockKind = "paragraph"
        first, words = 1, line.strip()
        if item is not None:
            kind, words = ("numbers" if item[1] else "bullets"), item[2]
            first = int(item[1] or 1)
        if item is not None and found and found[-1][0] == kind:
            found[-1][2].append(words)
        else:
            found.append((kind, first, [words]))
    return [
        ProseBlock(kind, tuple(line_parts(line) for line in lines), first)
        for kind, first, lines in found
    ]


def _formula(formula: str) -> str:
    """Return mathematics as it is kept; an InputError says what is wrong with it."""
    # Programs that read Markdown without mathematics would take a<b>c for HTML, and [a](b) for a
    # link. Spaces mean nothing in a formula, and keep them from it.
    spaced = re.sub(_LINK, "] ", re.sub(_TAG, " < ", formula))
    tidy = " ".join(spaced.split())
    if not tidy:
        raise InputError("there is nothing between two dollar signs; a dollar is written \\$")
    if "`" in tidy:  # Markdown would take it for the start of code, and later code for text
        raise InputError(f"a formula cannot hold `: {quoted(tidy)}; remove it")
    try:
        latex.to_plain(tidy)
    except ValueError as error:
        raise InputError(str(error)) from error
    return tidy


def _part_html(part: ProsePart) -> str:
    if part.kind == "math":
        written = f'<span class="math">{latex.to_html(part.text)}</span>'
    elif part.kind == "code":
        written = f"<code>{html.escape(part.text)}</code>"
    else:
        written = html.escape(part.text)
    if part.is_emphasis:
        written = f"<em>{written}</em>"
    return f"<strong>{written}</strong>" if part.is_bold else written


def _line_html(line: ProseLine) -> str:
    return "".join(map(_part_html, line))


def block_html(block: ProseBlock) -> str:
    """Return a block as HTML."""
    lines = list(map(_line_html, block.lines))
    if block.kind == "paragraph":
        return f"<p>{lines[0]}</p>"
    if block.kind == "formula":
        return f'<p class="formula" align="center">{lines[0]}</p>'
    items = "".join(f"<li>{line}</li>" for line in lines)
    if block.kind == "bullets":
        return f"<ul>{items}</ul>"
    start = f' start="{block.first}"' if block.first != 1 else ""
    return f"<ol{start}>{items}</ol>"


def _line_plain(line: ProseLine) -> str:
    return "".join(latex.to_plain(part.text) if part.kind == "math" else part.text for part in line)


def _block_plain(block: ProseBlock) -> str:
    lines = list(map(_line_plain, block.lines))
    if block.kind == "bullets":
        return "\n".join(f"• {line}" for line in lines)
    if block.kind == "numbers":
        return "\n".join(f"{n}. {line}" for n, line in enumerate(lines, block.first))
    return f"    {lines[0]}" if block.kind == "formula" else lines[0]


def line_markdown(line: ProseLine) -> str:
    """Return a line as Markdown; stars stand only where something begins or ends."""
    written, bold, emphasis = "", False, False
    for part in (*line, ProsePart("text", "")):
        written += "**" * (part.is_bold != bold) + "*" * (part.is_emphasis != emphasis)
        bold, emphasis = part.is_bold, part.is_emphasis
        sign = {"math": "$", "code": "`"}.get(part.kind, "")
        written += f"{sign}{part.text}{sign}" if sign else _MARK.sub(r"\\\g<0>", part.text)
    return written


def block_markdown(block: ProseBlock) -> str:
    """Return a block as Markdown."""
    lines = list(map(line_markdown, block.lines))
    if block.kind == "formula":
        return f"$${block.lines[0][0].text}$$"
    if block.kind == "bullets":
        return "\n".join(f"- {line}" for line in lines)
    if block.kind == "numbers":
        return "\n".join(f"{n}. {line}" for n, line in enumerate(lines, block.first))
    # What would begin a list or a heading does not, behind a backslash.
    return re.sub(r"^(\s*\d*)([-+#.)])", r"\1\\\2", lines[0])
