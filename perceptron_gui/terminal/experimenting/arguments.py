"""What a laboratory takes besides the options of the rule: those of its view, page and files."""

from __future__ import annotations

import argparse

from perceptron_gui.figures.views import VIEWS
from perceptron_gui.terminal.figure_arguments import OF_VIEW, add_drawing

from .laboratory import Laboratory


def add_experimenting(command: argparse.ArgumentParser, laboratory: Laboratory) -> None:
    """Add the words of a laboratory to its command."""
    add_drawing(command, [VIEWS[laboratory.view]])
    for each in laboratory.shortcuts:
        command.add_argument(
            each.flag,
            dest=OF_VIEW + each.option,
            action="store_const",
            const=each.value,
            help=each.meaning,
        )
    names = [each.flag.removeprefix("--") for each in laboratory.shortcuts]
    command.set_defaults(options=[*command.get_default("options"), *names], laboratory=laboratory)
