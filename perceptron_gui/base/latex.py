"""Small LaTeX as plain text, HTML and Typst, so that every symbol is held once, as LaTeX.

The subset is what the lectures need; anything else is a ValueError, so that nothing is half read.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

_GREEK_NAMES = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau "
    "upsilon phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega"
)
_GREEK = dict(zip(_GREEK_NAMES.split(), "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ", strict=True))
# Relations stand apart from their sides, whatever spaces were typed.
_RELATIONS = {
    "le": "≤", "ge": "≥", "ne": "≠", "leftarrow": "←", "to": "→", "approx": "≈", "in": "∈",
    "propto": "∝", "leq": "≤", "geq": "≥", "neq": "≠", "gets": "←", "rightarrow": "→",
}  # fmt: skip
_SIGNS = {
    "cdot": "·", "pm": "±", "sum": "Σ", "top": "⊤", "nabla": "∇", "dots": "…", "|": "‖",
    "partial": "∂", "ell": "ℓ", "times": "×", "infty": "∞", "langle": "⟨", "rangle": "⟩",
    "quad": " ", ",": " ", " ": " ", "angle": "∠", "cos": "cos", "sin": "sin", "max": "max",
    "min": "min", "ln": "ln", "log": "log", "exp": "exp", "ldots": "…", "lVert": "‖", "rVert": "‖",
    "{": "{", "}": "}", "%": "%", "left": "", "right": "",
}  # fmt: skip
_SUPERSCRIPTS = dict(
    zip(
        "*0123456789+−=()⊤abcdefghijklmnoprstuvwxyz",
        "*⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵀᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ",
        strict=True,
    )
)
_SUBSCRIPTS = dict(
    zip("0123456789+−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True)
)
_ACCENTS = {"hat": "\u0302", "bar": "\u0304"}
# Groups, scripts, roots and fractions inside each other. Matplotlib's reader calls itself some
# thirty times for each: from 24 roots on it ends with a RecursionError.
DEEPEST = 10
# A command takes the space that only parts it from a letter, and a product sign every space.
_TOKEN = re.compile(r" *\\cdot(?![A-Za-z]) *|\\[A-Za-z]+(?: +(?=[A-Za-z0-9\\]))?|\\.|.", re.DOTALL)


def to_plain(formula: str) -> str:
    """Return the formula in Unicode: w_1 as w₁, \\hat{y} as ŷ."""
    return _read(formula, _PLAIN)


@lru_cache(256)  # lines of an explanation that stay
def to_html(formula: str) -> str:
    """Return the formula as HTML: w_1 as <i>w</i><sub>1</sub>."""
    return _read(formula, _HTML)


def to_typst(formula: str) -> str:
    """Return the formula as mathematics of Typst, which cannot do anything else: w_1 as w_(1)."""
    written = _typst_group(_read(formula, _TYPST))
    return _SPARE_SPACE.sub("", _POINT.sub(".", written))


def _composed(name: str, letter: str) -> str:
    return unicodedata.normalize("NFC", f"{letter}{_ACCENTS[name]}")


def _root(under: str) -> str:
    return f"√{under}" if under.isalnum() else f"√({under})"


def _fraction(over: str, under: str) -> str:
    return f"{_as_side(over)}/{_as_side(under)}"


def _as_side(written: str) -> str:
    """Return one side of a fraction, in parentheses where it is a sum or a product."""
    bare = re.sub(r"<[^>]*>", "", written)
    return written if bare.isalnum() or len(bare) == 1 else f"({written})"


@dataclass(frozen=True)
class _Pen:
    """How the parts of a formula are written."""

    letter: Callable[[str], str]
    sign: Callable[[str], str]  # typed as it is
    text: Callable[[str], str]
    script: Callable[[str, str], str]
    accent: Callable[[str, str], str] = _composed  # its command, and the letter below
    root: Callable[[str], str] = _root
    fraction: Callable[[str, str], str] = _fraction
    command: Callable[[str], str] = str  # the sign that it stands for


def _plain_script(mark: str, content: str) -> str:
    table = _SUBSCRIPTS if mark == "_" else _SUPERSCRIPTS
    if all(character in table for character in content):
        return "".join(table[character] for character in content)
    return f"{mark}{content}" if len(content) == 1 else f"{mark}({content})"


_PLAIN = _Pen(str, str, str, _plain_script)


def _html_letter(letter: str) -> str:
    return f"<i>{letter}</i>"


def _html_script(mark: str, content: str) -> str:
    tag = "sub" if mark == "_" else "sup"
    return f"<{tag}>{content.replace('⊤', 'T')}</{tag}>"


def _html_accent(name: str, letter: str) -> str:
    return _html_letter(_composed(name, letter))


_HTML = _Pen(_html_letter, html.escape, html.escape, _html_script, _html_accent)

_TYPST_ACCENTS = {"hat": "hat", "bar": "macron"}
_TYPST_SIGNS = {"": "", " ": " ", "′": "'"}
_TYPST_COMMANDS = {" ": " med ", "Σ": "∑"}
_LONG_SIDE = 12  # of a fraction that is as high in a line as it would be on its own
# Typst shows spaces beside a fence. Those between letters and digits part names.
_SPARE_SPACE = re.compile(r"(?<![^\W_]) +| +(?![^\W_])")
_POINT = re.compile(r"(?<=\d)\\\.(?=\d)")  # of a number


def _typst_sign(sign: str) -> str:
    """Return a sign that means nothing to Typst but itself."""
    if sign in _TYPST_SIGNS:
        return _TYPST_SIGNS[sign]
    if sign.isalpha():
        return f" {sign} "
    return sign if sign.isdigit() else f"\\{sign}"


def _typst_text(words: str) -> str:
    quoted = words.replace("\\", r"\\").replace('"', r"\"").replace(" ", r"\u{20}")
    # After words that end with a space, a minus is the sign of a number, as after a parenthesis.
    return f'class("opening", "{quoted}")' if words.endswith(" ") else f'"{quoted}"'


def _typst_fraction(over: str, under: str) -> str:
    written = f"frac({_typst_group(over)}, {_typst_group(under)})"
    return f"display({written})" if max(len(over), len(under)) > _LONG_SIDE else written


def _typst_group(content: str) -> str:
    """Return what stands between parentheses: not nothing, nor a script without a base."""
    bare = content.strip()
    return content if bare and bare[0] not in "_^" else f'""{content}'


def _typst_accent(name: str, under: str) -> str:
    return f"{_TYPST_ACCENTS[name]}({_typst_group(''.join(map(_typst_sign, under)))})"


_TYPST = _Pen(
    letter=_typst_sign,
    sign=_typst_sign,
    text=_typst_text,
    script=lambda mark, content: f"{mark}({_typst_group(content)})",
    accent=_typst_accent,
    root=lambda under: f"sqrt({_typst_group(under)})",
    fraction=_typst_fraction,
    command=lambda sign: _TYPST_COMMANDS.get(sign) or _typst_sign(sign),
)


def _read(formula: str, pen: _Pen) -> str:
    if not formula.isascii():
        raise ValueError(f"a formula is written in ASCII, this one is not: {formula!r}")
    return re.sub(" +", " ", _Reader(formula, pen).until("")).strip()


class _Reader:
    """Reads tokens one after another and writes them with a pen."""

    def __init__(self, formula: str, pen: _Pen) -> None:
        self._formula = formula
        self._pen = pen
        self._tokens: list[str] = _TOKEN.findall(formula)[::-1]
        self._depth = 0

    def until(self, end: str) -> str:
        """Return everything up to a closing brace, or to the end of the formula."""
        written: list[str] = []
        while self._tokens:
            token = self._tokens.pop()
            if token == end:
                return "".join(written)
            written.append(self._written(token))
        if end:
            raise self._error("a brace is not closed")
        return "".join(written)

    def _written(self, token: str) -> str:
        if token == "{":
            return self._inner(token)
        if token == "}":
            raise self._error("a brace closes nothing")
        if token in ("_", "^"):
            return self._pen.script(token, self._inner(self._next()))
        if token.strip().startswith("\\"):
            return self._command(token.strip()[1:] or " ")
        if token.isalpha():
            return self._pen.letter(token)
        return self._pen.sign({"-": "−", "'": "′"}.get(token, token))

    def _inner(self, token: str) -> str:
        """Return a group in braces, or a single sign in its place, one level deeper."""
        self._depth += 1
        if self._depth > DEEPEST:
            what = f"more than {DEEPEST} braces, indices, roots or fractions inside each other"
            raise self._error(f"{what} (split it into smaller formulas)")
        written = self.until("}") if token == "{" else self._written(token)
        self._depth -= 1
        return written

    def _command(self, name: str) -> str:
        if name == "text":
            return self._pen.text(self._verbatim())
        if name in _ACCENTS:
            under = self._verbatim().strip()
            letter = _GREEK.get(under.removeprefix("\\"), under)
            return self._pen.accent(name, letter)
        if name == "sqrt":
            return self._pen.root(self._inner(self._next()))
        if name == "frac":
            over, under = (self._inner(self._next()) for _ in range(2))
            return self._pen.fraction(over, under)
        if name in _GREEK:
            return self._pen.letter(_GREEK[name])
        if name in _RELATIONS:
            return f" {_RELATIONS[name]} "
        if name not in _SIGNS:
            raise self._error(f"\\{name} is not among the commands")
        return self._pen.command(_SIGNS[name])

    def _verbatim(self) -> str:
        """Return the next group as it was typed; words hold no further commands."""
        content = self._next()
        if content != "{":
            return content
        content = ""
        while (token := self._next()) != "}":
            if token in "{\\":
                raise self._error("words hold neither braces nor commands")
            content += token
        return content

    def _next(self) -> str:
        if not self._tokens:
            raise self._error("something is missing at its end")
        return self._tokens.pop()

    def _error(self, what: str) -> ValueError:
        return ValueError(f"{what} in the formula {self._formula!r}")
