"""The functions with which a program draws a figure again, from what it has trained."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from perceptron_gui.figures.boundary_certificate import is_of_certificate
from perceptron_gui.figures.extent import with_ranges
from perceptron_gui.figures.figure import Figure, Panel, Sheet
from perceptron_gui.figures.marks import Mark, Points
from perceptron_gui.figures.role import Role
from perceptron_gui.figures.view import ViewOptions

from ..page import Page
from .axes import LEAST_HEIGHT, drawing_lines
from .carried_figure import carried_function
from .filling import Filling
from .look import look_constants
from .neuron import neuron_constants, neuron_functions
from .setup import Setup
from .table import answer_blanks
from .text import fragment, number
from .training import answer_function
from .words import words

_OF_CURVES = (
    *("weights_until", "draw_curve", "draw_steps", "draw_spread"),
    *("bounds", "ceiling", "draw_limit"),
)
_OF_PLANES = ("draw_line", "draw_margin", "draw_arrow")
_CURVES = ("norms", "cosine", "distance", "loss", "agreement")
_PLANES = ("boundary", "weight-space")
_HULLS = "draw_hulls"
# The largest font of a neuron, in points for every millimetre that a unit of its drawing has.
_NEURON_FONT = 2.2
_SERIES = {Role.NEGATIVE_SERIES: -1, Role.POSITIVE_SERIES: 1}


class Picture:
    """Writes what draws a figure or a sheet."""

    def __init__(
        self, drawing: Figure | Sheet, setup: Setup, options: ViewOptions, page: Page
    ) -> None:
        self._panels = drawing.panels if isinstance(drawing, Sheet) else (Panel(drawing, 0, 0),)
        self._panels = _told_apart(
            tuple(replace(p, figure=with_ranges(p.figure)) for p in self._panels)
        )
        self._drawing = drawing
        self._setup = setup
        self._options = options
        self._page = replace(page, font=_font(drawing, page))

    def functions(self) -> Iterator[str]:
        """Yield everything that may be needed; what is not is never called."""
        figures = [panel.figure for panel in self._panels]
        shared = self._filling(figures)
        for name in (*_OF_CURVES, "scores_of"):
            yield shared.function("curves", name)
        for name in _OF_PLANES:
            yield shared.training_function("plane", name)
        for name in dict.fromkeys(figure.name for figure in figures):
            filling = self._filling([figure for figure in figures if figure.name == name])
            if name in _CURVES:
                yield filling.function("curves", f"draw_{name}")
            elif name == "neuron":
                yield from neuron_functions(figures[0], self._setup, self._options, self._page)
            elif name in _PLANES:
                yield filling.training_function("plane", self._function_of(name))
            else:
                figure = next(figure for figure in figures if figure.name == name)
                yield carried_function(self._function_of(name), figure, self._page)
        yield carried_function(_HULLS, replace(figures[0], marks=self._certificate), self._page)
        yield self._main()

    def _filling(self, figures: list[Figure]) -> Filling:
        against = getattr(self._options, "against", "visits")
        return Filling(self._setup, figures, self._page, against)

    def _function_of(self, name: str) -> str:
        if name == "boundary" and self._setup.run.dataset.dimension > 2:
            return "draw_projection"
        return f"draw_{name.replace('-', '_')}"

    @property
    def _certificate(self) -> tuple[Mark, ...]:
        """The marks of a certificate, where they are the same in every frame of the boundary."""
        planes = [panel.figure for panel in self._panels if panel.figure.name == "boundary"]
        found = [tuple(filter(is_of_certificate, figure.marks)) for figure in planes]
        return found[0] if found and all(marks == found[0] for marks in found) else ()

    def _calls(self) -> dict[str, list[str]]:
        """Return what draws each figure."""
        names = {panel.figure.name for panel in self._panels}
        calls = {name: [f"{self._function_of(name)}(ax)"] for name in names}
        if "boundary" in names:
            calls["boundary"] = [f"{self._function_of('boundary')}(ax, AT)"]
        if self._certificate:
            calls["boundary"].append(f"{_HULLS}(ax)")
        return calls

    def _main(self) -> str:
        page = self._page
        flags = {"serif"} if page.family == "serif" else set[str]()
        flags |= {"answer"} if answer_function(self._setup) else set()
        lines = drawing_lines(self._drawing, self._panels, page, self._calls())
        return fragment(
            "main",
            "main",
            flags=flags,
            font=f"{page.font:g}",
            width=f"{page.width:g}",
            height=f"{page.height:g}",
            dpi=str(page.dpi),
            body="\n    ".join(lines),
            **answer_blanks(self._setup),
        )

    def constants(self, program: str) -> list[str]:
        """Return the colours, widths and theory that a program mentions."""
        lines = look_constants(program, self._page, self._class_names())
        if "BEST" in program:
            lines += self._best()
        if "INPUTS" in program:
            lines += neuron_constants(self._setup, self._options, self._page)
        return lines

    def _class_names(self) -> dict[int, str]:
        names: dict[int, str] = {}
        for mark in (mark for panel in self._panels for mark in panel.figure.marks):
            if isinstance(mark, Points):
                names |= dict(zip((-1, 1), mark.class_names, strict=True))
            elif mark.role in _SERIES and mark.label:
                names.setdefault(_SERIES[mark.role], mark.label)
        present = set(self._setup.run.dataset.labels.tolist())
        return {y: words(name, self._page) for y, name in sorted(names.items()) if y in present}

    def _best(self) -> list[str]:
        values = self._setup.run.verdict.separator
        exact = all(len(str(value)) <= 24 for value in values)
        written = ", ".join(number(value, not exact) for value in values)
        return [
            "# w*, the weights with the largest margin gamma = |w*|, as perceptron-gui found them.",
            f"BEST = [{written}]",
        ]


def _told_apart(panels: tuple[Panel, ...]) -> tuple[Panel, ...]:
    """Return panels whose carried figures have names of their own, after which functions go."""
    seen: Counter[str] = Counter()
    found = []
    for panel in panels:
        name = panel.figure.name
        seen[name] += 1
        if seen[name] > 1 and name not in (*_CURVES, *_PLANES, "neuron"):
            name = f"{name}-{seen[name]}"
        found.append(replace(panel, figure=replace(panel.figure, name=name)))
    return tuple(found)


def _font(drawing: Figure | Sheet, page: Page) -> float:
    """Return a font for the room that there is: less for several figures, and for a neuron."""
    if isinstance(drawing, Sheet):
        return page.font * (0.8 if page.height >= LEAST_HEIGHT else 0.6)
    figure = with_ranges(drawing)
    if not figure.bare or figure.x.range is None or figure.y.range is None:
        return page.font
    spans = [high - low for low, high in (figure.x.range, figure.y.range)]
    unit = min(page.width / spans[0], 0.85 * page.height / spans[1])
    return min(page.font, round(_NEURON_FONT * unit, 1))
