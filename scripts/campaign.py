"""Try the program for long, with counts and a summary: .venv/bin/python scripts/campaign.py soak

Every campaign is a row of CAMPAIGNS; `all` runs each of them with its usual options. The program
ends with 1 where anything failed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from campaigns.campaign import Campaign, carried_out
from campaigns.fuzz import FUZZ
from campaigns.kills import KILLS
from campaigns.runs import RUNS
from campaigns.soak import REPEAT, SOAK

CAMPAIGNS: tuple[Campaign, ...] = (RUNS, FUZZ, KILLS, SOAK, REPEAT)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the campaigns that are named; return 1 where something failed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    names = parser.add_subparsers(dest="name", required=True, metavar="campaign")
    parsers = {}
    for campaign in CAMPAIGNS:
        parsers[campaign.name] = names.add_parser(campaign.name, help=campaign.what)
        campaign.add_options(parsers[campaign.name])
    names.add_parser("all", help="every campaign with its usual options")
    options = parser.parse_args(argv)
    if options.name != "all":
        return not carried_out(_named(options.name), options)
    done = [carried_out(each, parsers[each.name].parse_args([])) for each in CAMPAIGNS]
    return not all(done)


def _named(name: str) -> Campaign:
    return next(each for each in CAMPAIGNS if each.name == name)


if __name__ == "__main__":
    sys.exit(main())
