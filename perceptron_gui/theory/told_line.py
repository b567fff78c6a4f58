"""One sentence of a certificate or of a cycle."""

from __future__ import annotations

from perceptron_gui.core.values import frozen_value


@frozen_value
class ToldLine:
    """A sentence with mathematics between dollars, and what of `proof_lights` it speaks of.

    `holds` is None where nothing was computed that could be wrong.
    """

    key: str
    text: str
    lights: tuple[str, ...] = ()
    holds: bool | None = None
