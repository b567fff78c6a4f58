"""Options of axis environments: what all have in common, their ranges and their ticks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from perceptron_gui.figures.ticks import Tick, Ticks

from ..layout.margins import GAP, PAD, TICK, TICK_FONT
from .scale import Scale
from .text import to_latex
from .words import Words

FRAME, _GRID = 0.8, 0.6
_MINOR = 0.6  # how long ticks without a number are


def shared_style(words: Words) -> list[str]:
    """Return the lines that say what all axes of a picture have in common."""
    ink, em = words.ink, words.letters.em
    muted = ink.page("muted")
    return [
        r"\pgfplotsset{compat=1.16, every axis/.append style={",
        "  anchor=south west, scale only axis, clip mode=individual, unbounded coords=jump,",
        "  axis line style={draw=none}, tick align=outside, scaled ticks=false,",
        f"  tick style={{draw={muted}, line width={ink.points(FRAME)}}},",
        f"  major tick length={TICK * em:.4g}bp, minor tick length={_MINOR * TICK * em:.4g}bp,",
        f"  tick label style={{text={muted}, inner sep={PAD * em:.4g}bp,",
        f"    {words.font(TICK_FONT)}}},",
        f"  label style={{text={ink.page('text')}, inner sep={GAP * em:.4g}bp, align=flush center,",
        f"    {words.font()}}},",
        f"  major grid style={{draw={ink.page('grid')}, line width={ink.points(_GRID)}}},",
        "  every axis plot/.append style={line join=round},",
        "}}",
    ]


def range_option(name: str, scale: Scale) -> str:
    """Return how far the x or the y axis reaches."""
    low, high = scale.written([0.0, 1.0])
    return f"{name}min={low}, {name}max={high}" + (f", {name}mode=log" if scale.is_log else "")


def tick_options(name: str, scale: Scale, ticks: Ticks, silent: bool) -> Iterator[str]:
    """Yield where an axis is ticked, and what stands there unless it is silent."""
    numbered = [tick for tick in ticks if tick.label]
    labels = [f"{{{to_latex(tick.label)}}}" for tick in numbered if not silent]
    yield f"{name}tick={_listed(_written(scale, numbered))}"
    if others := [tick for tick in ticks if not tick.label]:
        yield f"minor {name}tick={_listed(_written(scale, others))}"
    yield f"{name}ticklabels={_listed(labels)}"


def _written(scale: Scale, ticks: Iterable[Tick]) -> list[str]:
    return scale.written(scale.fractions([tick.at for tick in ticks]))


def _listed(texts: Iterable[str]) -> str:
    joined = ",".join(texts)
    return f"{{{joined}}}" if joined else r"\empty"
