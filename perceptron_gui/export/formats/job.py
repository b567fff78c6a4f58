"""One figure to be written: which view, of which run, after which visit, on which page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from pathlib import PurePath
from typing import Any

from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.session import Session
from perceptron_gui.export.layout.page import Motion, Page
from perceptron_gui.figures.model.figure import Drawing
from perceptron_gui.figures.model.view import View, ViewOptions, draw, options_given


def _silent(done: int, total: int) -> None:
    """Ignore the progress of an animation."""


@frozen_value(eq=False)
class Job:
    """All that a writer needs; `page_words` are the options of the page as typed or stored."""

    view: View
    dataset: Dataset
    rule: Rule
    run: Run | None  # none where there are no points
    cursor: int
    options: ViewOptions
    page: Page
    name: str = ""
    program: str = ""  # the version that writes the file
    motion: Motion = field(default_factory=Motion)
    page_words: Mapping[str, Any] = field(default_factory=dict)
    progress: Callable[[int, int], None] = _silent

    def drawing(self) -> Drawing:
        """Build the figure after the visit under the cursor."""
        return draw(self.view, self.dataset, self.run, self.cursor, self.options)

    def frame(self, cursor: int) -> Drawing:
        """Build the figure after another visit, on the axes that the last one has."""
        options = replace(self.options, horizon=self.cursor)
        return draw(self.view, self.dataset, self.run, cursor, options)

    def session(self) -> Session:
        """Return what reopens as this figure."""
        at_end = self.run is None or self.cursor == self.run.visits
        apart = ("aspect", "notation")  # found from the page, and stored for all views
        given = {k: v for k, v in options_given(self.options).items() if k not in apart}
        return Session(
            dataset=self.dataset,
            name=PurePath(self.name).name,  # not where it lay on this machine
            rules=(self.rule,),
            shown=0,
            cursor="end" if at_end else self.cursor,
            notation=self.options.notation,
            view=self.view.name,
            views={self.view.name: given} if given else {},
            page=dict(self.page_words),
            program=self.program,
        )
