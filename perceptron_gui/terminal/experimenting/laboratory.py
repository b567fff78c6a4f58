"""What a laboratory of the command line is, and how somebody watches its experiments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from perceptron_gui.core.run import Run
from perceptron_gui.core.values import frozen_value
from perceptron_gui.labs.experiment import Experiment
from perceptron_gui.terminal.progress import carry_out


@frozen_value
class Shortcut:
    """A word that gives an option of the view a value."""

    flag: str
    option: str
    value: Any
    meaning: str


class Attendant:
    """Carries an experiment out with a bar, until it is over or Ctrl-C ends it."""

    def __init__(self) -> None:
        self.is_interrupted = False

    def carry_out(self, experiment: Experiment, doing: str) -> Any:
        """Return what is known at the end; `doing` stands beside the bar."""
        self.is_interrupted = carry_out(
            experiment, lambda: (experiment.done / experiment.total, doing)
        )
        return experiment.result()


@frozen_value
class Laboratory:
    """A row of the table of laboratories; its options are those of its view.

    `carry_out` also leaves its result where the views of the run find it, so that nothing is
    computed twice. `words` are lines for a terminal, `report` is what JSON says of a result.
    """

    name: str
    meaning: str
    view: str
    carry_out: Callable[[Run, Any, Attendant], Any]
    words: Callable[[Run, Any, Any], Iterator[str]]
    report: Callable[[Run, Any, Any], dict[str, Any]]
    shortcuts: tuple[Shortcut, ...] = ()
