"""The table of laboratories. A new one is a file that tells its results, and a row."""

from __future__ import annotations

from . import effects, orders, rules, steps

LABORATORIES = (orders.LABORATORY, rules.LABORATORY, steps.LABORATORY, effects.LABORATORY)
