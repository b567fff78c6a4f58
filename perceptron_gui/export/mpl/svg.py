"""What an SVG carries beside its drawing: words for who cannot see it, and the fonts of its text.

Letters are shapes unless a page asks for text. Text is set in fonts that few machines have, so
the letters that are used come with the file, as a browser reads them; other programs ignore them.
"""

from __future__ import annotations

import html
import re
import xml.etree.ElementTree as ET
from base64 import b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import Any

from matplotlib.font_manager import FontProperties, findfont

from perceptron_gui.export.layout.text import LOCK, codes_of

_OPENING = re.compile(rb"<svg\b[^>]*>")
_GENERIC = ("serif", "sans-serif")
_UNUSED_TABLES = ("FFTM", "MATH")  # notes of the program that made a font, and of TeX


@dataclass(frozen=True)
class FontFace:
    """A font as a style sheet names it."""

    family: str
    style: str = "normal"
    weight: str = "400"

    @property
    def path(self) -> str:
        wanted: dict[str, Any] = {"style": self.style, "weight": int(self.weight)}
        return str(findfont(FontProperties(family=[self.family], **wanted)))


def with_words(svg: bytes, words: tuple[str, str]) -> bytes:
    """Return an SVG with a title and a description, which screen readers and searches find."""
    title, description = map(html.escape, words)
    element = f"\n <title>{title}</title>\n <desc>{description}</desc>"
    return _inserted(svg.replace(b"<svg ", b'<svg role="img" ', 1), element)


def with_fonts(svg: bytes) -> bytes:
    """Return an SVG with the letters of its text, each font as a part of the file."""
    used = letters_used(svg)
    if not used:
        return svg
    rules = "\n".join(_font_rule(face, letters) for face, letters in used.items())
    return _inserted(svg, f'\n <defs><style type="text/css">\n{rules}\n </style></defs>')


def _inserted(svg: bytes, element: str) -> bytes:
    opening = _OPENING.search(svg)
    assert opening is not None
    return svg[: opening.end()] + element.encode() + svg[opening.end() :]


def letters_used(svg: bytes) -> dict[FontFace, str]:
    """Return the letters that the text of an SVG takes from each of its fonts."""
    found: dict[FontFace, set[str]] = {}
    with LOCK:
        for words, style in _texts(ET.fromstring(svg), {}):
            names = (each.strip(" '\"") for each in style.get("font-family", "").split(","))
            look = style.get("font-style", "normal"), style.get("font-weight", "400")
            faces = [FontFace(name, *look) for name in names if name and name not in _GENERIC]
            for letter in words:
                face = next((each for each in faces if ord(letter) in codes_of(each.path)), None)
                if face is not None:
                    found.setdefault(face, set()).add(letter)
    order = sorted(found, key=lambda face: (face.family, face.style, face.weight))
    return {face: "".join(sorted(found[face])) for face in order}


def _texts(element: ET.Element, around: dict[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the words of text elements, each with the style that holds for them."""
    style = {**around, **_style(element.get("style", ""))}
    if element.tag.rsplit("}", 1)[-1] in ("text", "tspan") and element.text:
        yield element.text.strip("\n"), style
    for child in element:
        yield from _texts(child, style)


_SHORT = re.compile(r"(?:(italic|oblique) )?(?:(\d{3}|bold) )?[\d.]+px (.+)")


def _style(text: str) -> dict[str, str]:
    """Return what a style says of fonts; older versions of matplotlib write all of it as one."""
    pairs = (part.split(":", 1) for part in text.split(";") if ":" in part)
    style = {name.strip(): value.strip() for name, value in pairs}
    short = _SHORT.fullmatch(style.get("font", ""))
    if short is not None:
        style |= {"font-style": short[1] or "normal", "font-family": short[3]}
        style["font-weight"] = {"bold": "700"}.get(short[2], short[2] or "400")
    return style


@lru_cache(maxsize=64)
def _font_rule(face: FontFace, letters: str) -> str:
    """Return the rule of a style sheet that brings these letters of a font.

    Where several figures stand on one page, a browser takes every letter from the font that says
    to have it.
    """
    data = b64encode(font_subset(face.path, letters)).decode()
    return (
        f"@font-face {{font-family: '{face.family}'; font-style: {face.style}; "
        f"font-weight: {face.weight}; unicode-range: {_ranges(map(ord, letters))}; "
        f"src: url(data:font/woff;base64,{data}) format('woff')}}"
    )


def font_subset(path: str, letters: str) -> bytes:
    """Return a font with these letters alone, as WOFF: zlib packs it, which Python always has."""
    # It comes with matplotlib, and takes a while to load.
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options(hinting=False, notdef_outline=True, recalc_timestamp=False)
    options.drop_tables = [*options.drop_tables, *_UNUSED_TABLES]
    with TTFont(path, lazy=True, recalcTimestamp=False) as font:
        subsetter = Subsetter(options)
        subsetter.populate(text=letters)
        subsetter.subset(font)
        font.flavor = "woff"
        file = BytesIO()
        font.save(file)
    return file.getvalue()


def _ranges(codes: Iterable[int]) -> str:
    """Return codes in rising order as a style sheet lists them: U+20, U+30-39."""
    runs: list[list[int]] = []
    for code in codes:
        if runs and code == runs[-1][1] + 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    return ", ".join(f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in runs)
