"""How fast a run is played: a slider's level as visits a second, and that in words."""

from __future__ import annotations

SLOWEST, FASTEST = 0.5, 500.0  # visits a second: one in two seconds, eight in every frame
LAST_LEVEL = 100
DEFAULT_LEVEL = 30


def visits_per_second(level: int) -> float:
    """Return the speed of a level from 0 to 100; ten levels more are twice as fast."""
    return SLOWEST * float((FASTEST / SLOWEST) ** (level / LAST_LEVEL))


def speed_text(level: int) -> str:
    """Say a speed in words: "1 visit in 2 s", "32 visits a second"."""
    speed = visits_per_second(level)
    if speed < 0.95:
        return f"1 visit in {1 / speed:.2g} s"
    number = f"{speed:.2g}" if speed < 10 else f"{speed:.0f}"
    return "1 visit a second" if number == "1" else f"{number} visits a second"
