"""Two vectors and what lectures say of them: dot product, lengths, angle, projection.

Numbers are exact wherever they have a name, roots included.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from perceptron_gui.base.exact import dot, exact_number, floats_over, size_of
from perceptron_gui.base.latex import to_plain
from perceptron_gui.base.number_text import APPROX, Number, number, surd
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import Notation

# The angles that have a name, by the squares of their cosines; those of blunt ones follow.
_NAMED = {
    Fraction(0): 90, Fraction(1, 4): 60, Fraction(1, 2): 45, Fraction(3, 4): 30, Fraction(1): 0,
}  # fmt: skip
_LONGEST = 14  # signs of an exact number; a longer one nobody reads
_LARGEST = 10**12  # below or above the line, under a root
_DIGITS = 4


@dataclass(frozen=True)
class DotProduct:
    """Two vectors of one length (d,); `is_exact` says that their numbers are not rounded."""

    a: tuple[Fraction, ...]
    b: tuple[Fraction, ...]
    is_exact: bool = True

    @classmethod
    def of(cls, a: Sequence[Number], b: Sequence[Number]) -> DotProduct:
        """Return the pair of two vectors, whose numbers are fractions, or floats."""
        is_exact = not any(isinstance(value, float) for value in (*a, *b))
        one, other = (tuple(Fraction(value) for value in each) for each in (a, b))
        return cls(one, other, is_exact)

    @cached_property
    def value(self) -> Fraction:
        """The dot product a·b."""
        return dot(self.a, self.b)

    @cached_property
    def squares(self) -> tuple[Fraction, Fraction]:
        """The squares of both lengths."""
        return dot(self.a, self.a), dot(self.b, self.b)

    @property
    def has_angle(self) -> bool:
        """Tell whether neither vector is 0."""
        return all(self.squares)

    @property
    def cosine_squared(self) -> Fraction:
        """The square of the cosine of the angle, with both vectors not 0."""
        return self.value**2 / (self.squares[0] * self.squares[1])

    @cached_property
    def degrees(self) -> float:
        """The angle between both, from 0 to 180."""
        a, b = _unit(self.a), _unit(self.b)
        apart = math.hypot(*(x - y for x, y in zip(a, b, strict=True)))
        together = math.hypot(*(x + y for x, y in zip(a, b, strict=True)))
        return math.degrees(2 * math.atan2(apart, together))

    @property
    def angle_text(self) -> str:
        """The angle as a label: 90°, or ≈ 108.4°; exact where it has a name."""
        named = _NAMED.get(self.cosine_squared) if self.is_exact else None
        if named is not None:
            return f"{180 - named if self.value < 0 else named}°"
        return rf"$\approx {self.short_angle[:-1]}$°"

    @property
    def short_angle(self) -> str:
        """The angle rounded to a tenth of a degree."""
        return f"{self.degrees:.1f}".removesuffix(".0") + "°"

    @property
    def cosine_latex(self) -> str:
        """The cosine: = -1/\\sqrt{10} \\approx -0.3162."""
        return self.ratio(self.value, self.squares[0] * self.squares[1])

    @property
    def lengths_latex(self) -> tuple[str, str]:
        """Both lengths with their sign: = \\sqrt{5}, \\approx 5."""
        one, other = map(self._length, self.squares)
        return one, other

    @property
    def foot(self) -> tuple[Fraction, ...]:
        """The foot of a on the line of b: ⟨a, b⟩/‖b‖² times b."""
        return tuple(self.value / self.squares[1] * value for value in self.b)

    def _length(self, square: Fraction) -> str:
        """Write the root of a square where that is short, else rounded."""
        text = self._written(square, square) if square else "0"
        return f"= {text}" if text else APPROX + rounded(root(square))

    def ratio(self, numerator: Fraction, square: Fraction) -> str:
        """Write = numerator/√square, and what that is about where it is no plain number."""
        size = root(numerator**2 / square)
        about = APPROX + rounded(-size if numerator < 0 else size)
        text = self._written(numerator, square)
        if not text:
            return about
        return f"= {text} {about}" if "sqrt" in text or "/" in text else f"= {text}"

    def _written(self, numerator: Fraction, square: Fraction) -> str:
        """Write numerator/√square exactly, or nothing where that is too long to be read."""
        ratio = numerator**2 / square
        if not self.is_exact or max(ratio.numerator, ratio.denominator) > _LARGEST:
            return ""
        text = surd(numerator, square)
        return text if len(text) <= _LONGEST else ""


def rounded(value: float) -> str:
    """Write a number in few digits."""
    return number(float(f"{value:.{_DIGITS}g}"))


def _unit(vector: Sequence[Fraction]) -> list[float]:
    """Return a vector of length 1 in floats, which may not hold the vector itself."""
    scaled = floats_over(vector, size_of(vector)).tolist()
    length = math.hypot(*scaled)
    return [value / length for value in scaled]


def root(square: Fraction) -> float:
    """Return the square root of a fraction that a float may not hold."""
    shift = (square.numerator.bit_length() - square.denominator.bit_length()) // 2
    return math.ldexp(math.sqrt(square / Fraction(4) ** shift), shift)


def geometry_words(run: Run, visit: int, place: tuple[float, float], notation: Notation) -> str:
    """Say what a visit's line and a place of the plane make of each other; "" without a line."""
    if run.space.made_by not in ("", "scaled"):  # where a boundary is no line
        return ""
    normal, constant = run.space.line_of(run.exact_weights_at(visit))
    pair = DotProduct.of(normal, [exact_number(value) for value in place])
    square, other = pair.squares
    if not square:
        return ""
    words = [f"distance {short(root((pair.value + constant) ** 2 / square))}"]
    if pair.has_angle:
        w, lengths = to_plain(notation.normal), (short(root(square)), short(root(other)))
        numbers = f"{lengths[0]} · {lengths[1]} · cos {pair.short_angle}"
        words.append(f"{w}·x = ‖{w}‖ ‖x‖ cos ∠ = {numbers} = {short(float(pair.value))}")
    return "; ".join(words)


def short(value: float) -> str:
    """Write a number for the line below the window, in four digits."""
    return f"{value + 0.0:.4g}".replace("-", "−")
