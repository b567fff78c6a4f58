"""One line of a proof."""

from __future__ import annotations

from perceptron_gui.core.values import frozen_value


@frozen_value
class ProofLine:
    """A statement as small LaTeX, whether it holds, and what of `proof_lights` it speaks of.

    `holds` is None where nothing is claimed that could be wrong.
    """

    key: str
    formula: str
    lights: tuple[str, ...] = ()
    holds: bool | None = None
