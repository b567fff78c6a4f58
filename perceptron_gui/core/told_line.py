"""One line of a proof or of a certificate, as a panel shows it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ToldLine:
    """A sentence with mathematics between dollar signs, and what it speaks of.

    `key` is the line's own name. `lights` are the keys of marks that light up with it, on the
    canvas or in a plot: a point is "point 3".
    """

    key: str
    text: str
    lights: tuple[str, ...] = ()
