"""What a place on the plane has to do with the line: its distance, and w·x by lengths and angle."""

from __future__ import annotations

from perceptron_gui.base.exact import exact_number
from perceptron_gui.base.latex import to_plain
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.dot_product import DotProduct, root
from perceptron_gui.lectures.notation import Notation

Place = tuple[float, float]


def geometry_words(run: Run, visit: int, place: Place, notation: Notation) -> str:
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
