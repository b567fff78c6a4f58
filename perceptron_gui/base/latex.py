"""Small LaTeX as plain text and as HTML, so that every symbol is held once, as LaTeX.

The subset is what the lectures need; anything else is a ValueError, so that nothing is half read.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from .values import frozen_value

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


@frozen_value
class _Pen:
    """How variables, words and other signs, and scripts are written."""

    letter: Callable[[str], str]
    words: Callable[[str], str]
    script: Callable[[str, str], str]


def to_plain(formula: str) -> str:
    """Return the formula in Unicode: w_1 as w₁, \\hat{y} as ŷ."""
    return _read(formula, _PLAIN)


@lru_cache(256)  # lines of an explanation that stay
def to_html(formula: str) -> str:
    """Return the formula as HTML: w_1 as <i>w</i><sub>1</sub>."""
    return _read(formula, _HTML)


def _plain_script(mark: str, content: str) -> str:
    table = _SUBSCRIPTS if mark == "_" else _SUPERSCRIPTS
    if all(character in table for character in content):
        return "".join(table[character] for character in content)
    return f"{mark}{content}" if len(content) == 1 else f"{mark}({content})"


def _html_script(mark: str, content: str) -> str:
    tag = "sub" if mark == "_" else "sup"
    return f"<{tag}>{content.replace('⊤', 'T')}</{tag}>"


_PLAIN = _Pen(str, str, _plain_script)
_HTML = _Pen(lambda letter: f"<i>{letter}</i>", html.escape, _html_script)


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
        return self._pen.words({"-": "−", "'": "′"}.get(token, token))

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
            return self._pen.words(self._verbatim())
        if name in _ACCENTS:
            under = self._verbatim().strip()
            letter = _GREEK.get(under.removeprefix("\\"), under)
            return self._pen.letter(unicodedata.normalize("NFC", f"{letter}{_ACCENTS[name]}"))
        if name == "sqrt":
            under = self._inner(self._next())
            return f"√{under}" if under.isalnum() else f"√({under})"
        if name == "frac":
            over, under = (self._inner(self._next()) for _ in range(2))
            return f"{self._as_side(over)}/{self._as_side(under)}"
        if name in _GREEK:
            return self._pen.letter(_GREEK[name])
        if name in _RELATIONS:
            return f" {_RELATIONS[name]} "
        if name not in _SIGNS:
            raise self._error(f"\\{name} is not among the commands")
        return _SIGNS[name]

    def _as_side(self, written: str) -> str:
        """Return one side of a fraction, in parentheses where it is a sum or a product."""
        bare = re.sub(r"<[^>]*>", "", written)
        return written if bare.isalnum() or len(bare) == 1 else f"({written})"

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
