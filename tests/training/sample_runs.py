"""What the tests train: four points that are done at once, and a run that never is."""

from __future__ import annotations

from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule

PATIENCE = 60_000  # milliseconds: a first run may have to wait for the compiler
XOR = make(LIBRARY["xor"])
# No line separates these, and in floats no cycle is proved, so the run goes on for ever.
BLOBS = make(LIBRARY["blobs"], n=200)
ENDLESS = Rule(arithmetic="float64", epochs=10**9, max_updates=10**9)
