"""What a campaign is: options on the command line, a trial that takes long, counts and failures."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Outcome:
    """What a campaign has counted, and what it found wrong."""

    counts: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def fail(self, sentence: str) -> None:
        """Note that something is wrong, and say it at once."""
        self.failures.append(sentence)
        print(f"FAILED: {sentence}", flush=True)


@dataclass(frozen=True)
class Campaign:
    """A kind of trial: its name, what it tries, its options, and the trial itself."""

    name: str
    what: str
    add_options: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace, Outcome], None]


def carried_out(campaign: Campaign, options: argparse.Namespace) -> bool:
    """Run a campaign, print its summary, and tell whether nothing failed."""
    outcome, started = Outcome(), time.monotonic()
    try:
        campaign.run(options, outcome)
    except KeyboardInterrupt:
        print("Stopped; this is what was found until then.")
    hours = (time.monotonic() - started) / 3600
    counted = ", ".join(f"{count:,} {what}" for what, count in outcome.counts.items())
    print(f"{campaign.name}: {counted or 'nothing counted'} in {hours:.2f} hours")
    for sentence in outcome.failures:
        print(f"  {sentence}")
    print(f"{campaign.name}: {len(outcome.failures)} failures")
    return not outcome.failures
