"""The functions with which a program draws a figure again, from what it has trained."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from perceptron_gui.base.exact import is_short
from perceptron_gui.export.layout.page import INCH, Page
from perceptron_gui.figures.model.extent import with_ranges
from perceptron_gui.figures.model.figure import Figure, Panel, Sheet
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.marks import Mark, Points, Text
from perceptron_gui.figures.model.options import ALONG
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import ViewOptions
from perceptron_gui.figures.pictures.fit import is_fit
from perceptron_gui.figures.pictures.plane_theory import is_of_certificate
from perceptron_gui.figures.pictures.shading import is_shade
from perceptron_gui.figures.plane.line_measures import is_measure
from perceptron_gui.figures.plane.projection import seen_pair

from .embedded import embedded_function
from .fragments import FragmentFiller, neuron_constants, neuron_functions
from .setup import Setup
from .text import edges, look_constants, number, quoted_axis, quoted_label, quoted_notes, words
from .training import main_function

# The parts of the width and of the height of a page that axes have.
Share = tuple[float, float]
_WHOLE: Share = (1.0, 1.0)
# Titles may be about as wide as all that axes have, labels only as long as the axes themselves.
_TITLE = 1.2
# Below this, in millimetres, several figures leave no room for notes.
LEAST_HEIGHT = 90.0
# The size of small letters, how wide they are, and the picture before them in a legend.
_SMALL, _LETTER, _PICTURE = 0.833, 0.45, 4.0
_OF_CURVES = (
    *("weights_until", "draw_curve", "draw_steps", "draw_spread"),
    *("bounds", "ceiling", "draw_limit", "scores_of"),
)
_OF_PLANES = ("draw_line", "draw_vote", "draw_margin", "draw_arrow")
_CURVES = ("norms", "cosine", "distance", "loss", "agreement")
_PLANES = ("boundary", "weight-space")
_HULLS, _SHADES, _MEASURES = "draw_hulls", "draw_shades", "draw_measures"
# The largest font of a neuron, in points for every millimetre that a unit of its drawing has.
_NEURON_FONT = 2.2
_SERIES = {Role.NEGATIVE_SERIES: -1, Role.POSITIVE_SERIES: 1}


class FigureScript:
    """Writes what draws a figure or a sheet."""

    def __init__(
        self, drawing: Figure | Sheet, setup: Setup, options: ViewOptions, page: Page
    ) -> None:
        panels = drawing.panels if isinstance(drawing, Sheet) else (Panel(drawing, 0, 0),)
        ranged = [replace(p, figure=with_ranges(p.figure)) for p in panels]
        if seen_pair(setup.run.dataset.dimension, getattr(options, "axes", ALONG)) is not None:
            # Two of many coordinates are not turned: their figure is drawn as it is.
            ranged = [_as_pair(panel) for panel in ranged]
        elif is_fit(setup.run.dataset, setup.run, getattr(options, "residuals", False)):
            ranged = [_as_pair(panel) for panel in ranged]
        self._panels = _with_own_names(ranged)
        self._drawing = drawing
        self._setup = setup
        self._options = options
        self._page = replace(page, font=_font(drawing, page))

    def functions(self) -> Iterator[str]:
        """Yield everything that may be needed; what is not is never called."""
        figures = [panel.figure for panel in self._panels]
        shared = self._filling(figures)
        for name in _OF_CURVES:
            yield shared.function(name)
        for name in _OF_PLANES:
            yield shared.training_function(name)
        for name in dict.fromkeys(figure.name for figure in figures):
            filling = self._filling([figure for figure in figures if figure.name == name])
            if name in _CURVES:
                yield filling.function(f"draw_{name}")
            elif name == "neuron":
                yield from neuron_functions(self._setup, self._options, self._page)
            elif name in _PLANES:
                yield filling.training_function(self._function_of(name))
            else:
                figure = next(figure for figure in figures if figure.name == name)
                yield embedded_function(self._function_of(name), figure, self._page)
        parts = (_HULLS, self._certificate), (_SHADES, self._shades), (_MEASURES, self._measures)
        for function, marks in parts:
            yield embedded_function(function, replace(figures[0], marks=marks), self._page)
        yield self._main()

    def _filling(self, figures: list[Figure]) -> FragmentFiller:
        against = getattr(self._options, "against", "visits")
        return FragmentFiller(self._setup, figures, self._page, against)

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

    @property
    def _measures(self) -> tuple[Mark, ...]:
        """The update, the distances and the intercepts of the only plane that is drawn."""
        planes = [each.figure for each in self._panels if each.figure.name in _PLANES]
        return tuple(filter(is_measure, planes[0].marks)) if len(planes) == 1 else ()

    @property
    def _shades(self) -> tuple[Mark, ...]:
        """The shades of weight space, which lie below all else."""
        planes = [each.figure for each in self._panels if each.figure.name == "weight-space"]
        return tuple(mark for mark in planes[0].marks if is_shade(mark)) if planes else ()

    @cached_property
    def _calls(self) -> dict[str, list[str]]:
        """What draws each figure."""
        names = {panel.figure.name for panel in self._panels}
        calls = {name: [f"{self._function_of(name)}(ax)"] for name in names}
        if "boundary" in names:
            calls["boundary"] = [f"{self._function_of('boundary')}(ax, AT)"]
        if self._certificate:
            calls["boundary"].append(f"{_HULLS}(ax)")
        if self._measures:
            calls[next(name for name in _PLANES if name in names)].append(f"{_MEASURES}(ax)")
        if self._shades:
            calls["weight-space"].insert(0, f"{_SHADES}(ax)")
        return calls

    def _main(self) -> str:
        page = self._page
        flags = ("serif",) if page.family == "serif" else ()
        sizes = {name: f"{getattr(page, name):g}" for name in ("font", "width", "height", "dpi")}
        body = "\n    ".join(self._drawing_lines())
        return main_function(self._setup, "main", *flags, body=body, **sizes)

    def _drawing_lines(self) -> Iterator[str]:
        """Yield the lines that draw all panels, and the words that they share."""
        drawing = self._drawing
        notes = [note for panel in self._panels for note in panel.figure.notes]
        if not isinstance(drawing, Sheet):
            yield from self._axes(self._panels[0].figure)
        elif drawing.name == "filmstrip":
            yield from self._filmstrip(drawing)
        else:
            yield from self._sheet(drawing)
        if isinstance(drawing, Sheet):
            if drawing.title:
                yield f"figure.suptitle({quoted_label(drawing.title, self._page)})"
            notes = [*notes, *drawing.notes] if self._page.height >= LEAST_HEIGHT else []
        yield from self._legend(tuple(dict.fromkeys(notes)))

    def _sheet(self, sheet: Sheet) -> Iterator[str]:
        widths = ", ".join(f"{width:g}" for width in sheet.widths)
        widths += "," if len(sheet.widths) == 1 else ""  # one is a tuple, too
        shape = f"{sheet.rows}, {len(sheet.widths)}, width_ratios=({widths})"
        yield f"cells = figure.add_gridspec({shape})"
        for panel in self._panels:
            place = f"cells[{_span(panel.row, panel.rows)}, {_span(panel.column, panel.columns)}], "
            yield from self._axes(panel.figure, place, _share(panel, sheet))

    def _axes(self, figure: Figure, place: str = "", share: Share = _WHOLE) -> Iterator[str]:
        """Yield axes that have a share of the page, and what is drawn into them."""
        made = f"figure.add_subplot({place}{self._arguments(figure, share)})"
        if not figure.marks and not figure.bare:
            yield made
            return
        yield f"ax = {made}"
        if not figure.marks:
            yield 'ax.axis("off")'
            return
        for name, axis in (("x", figure.x), ("y", figure.y)):
            if axis.whole and not axis.log:
                yield f'ax.locator_params(axis="{name}", integer=True)'
        if figure.bare:
            yield 'ax.axis("off")'
        yield from self._calls[figure.name]

    def _arguments(self, figure: Figure, share: Share, title: str = "") -> str:
        """Return the ranges, labels and the title of axes as arguments."""
        written, page = [], self._page
        across, up = share[0] * page.width, share[1] * page.height
        for name, axis, room in (("x", figure.x, across), ("y", figure.y, up)):
            assert axis.range is not None
            written += [f'{name}scale="log"'] if axis.log else []
            written.append(f"{name}lim={edges(axis.range)}")
            written += [f"{name}label={quoted_axis(axis.title, page, room)}"] if axis.title else []
        if title or figure.title:
            written.append(f"title={title or quoted_axis(figure.title, page, _TITLE * across)}")
        return ", ".join([*written, 'aspect="equal"'] if figure.equal else written)

    def _filmstrip(self, sheet: Sheet) -> Iterator[str]:
        first, shown = self._panels[0], [panel.figure.updates for panel in self._panels]
        place = f"{sheet.rows}, {len(sheet.widths)}, place"
        arguments = self._arguments(first.figure, _share(first, sheet), title='f"$k = {k}$"')
        yield "visits = [0, *(visit for visit, _, _ in updates_until(AT))]"
        yield f"for place, k in enumerate({shown}, start=1):"
        yield f"    ax = figure.add_subplot({place}, {arguments})"
        for call in self._calls["boundary"]:
            yield f"    {call.replace('AT', 'visits[k]')}"

    def _legend(self, notes: tuple[str, ...]) -> Iterator[str]:
        """Yield the legend below the axes, with the notes above it."""
        page, marks = self._page, [mark for panel in self._panels for mark in panel.figure.marks]
        labels = [label for mark in marks for label in _labels(mark)]
        lines = quoted_notes(notes, page)
        note = "".join(lines)
        if len(lines) > 1:
            yield from ("notes = [", *(f"    {line}," for line in lines), "]")
            note = '"\\n".join(notes)'
        if not marks:
            yield f'figure.text(0.5, 0.5, {note}, ha="center", va="center", fontsize="small")'
            return
        if not labels:
            if note:
                yield f'figure.supxlabel({note}, x=0.02, ha="left", fontsize="small")'
            return
        letters = max(len(to_plain(label)) for label in labels)
        entry = page.font * _SMALL * (_PICTURE + _LETTER * letters) / 72 * INCH
        columns = max(1, min(len(set(labels)), int(page.width / entry)))
        look = f'loc="outside lower center", ncols={columns}'
        look += f', title={note}, alignment="left"' if note else ""
        if len(labels) == len(set(labels)):
            yield f"figure.legend({look})"
            return
        yield "entries = {}"
        yield "for ax in figure.axes:"
        yield "    handles, labels = ax.get_legend_handles_labels()"
        yield "    entries |= dict(zip(labels, handles))"
        yield f"figure.legend(entries.values(), entries.keys(), {look})"

    def constants(self, program: str) -> list[str]:
        """Return the colours, widths and theory that a program mentions."""
        marks = (mark for panel in self._panels for mark in panel.figure.marks)
        share = min((mark.size for mark in marks if isinstance(mark, Points)), default=1.0)
        lines = look_constants(program, self._page, self._class_names(), share)
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
        exact = all(map(is_short, values))
        written = ", ".join(number(value, not exact) for value in values)
        return [
            "# w*, the weights with the largest margin gamma = |w*|, as perceptron-gui found them.",
            f"BEST = [{written}]",
        ]


def _as_pair(panel: Panel) -> Panel:
    if panel.figure.name != "boundary":
        return panel
    return replace(panel, figure=replace(panel.figure, name="pair"))


def _share(panel: Panel, sheet: Sheet) -> Share:
    columns = sheet.widths[panel.column : panel.column + panel.columns]
    return sum(columns) / sum(sheet.widths), panel.rows / sheet.rows


def _span(first: int, count: int) -> str:
    return f"{first}:{first + count}" if count > 1 else str(first)


def _labels(mark: Mark) -> tuple[str, ...]:
    """Return what a legend says of a mark."""
    if isinstance(mark, Points):
        return mark.class_names if mark.key == "points" else ()
    # Marks of several points are drawn one by one, each with its label.
    repeats = len(getattr(mark, "x", ())) if mark.key == "visited" else 1
    return (mark.label,) * repeats if mark.label and not isinstance(mark, Text) else ()


def _with_own_names(panels: list[Panel]) -> list[Panel]:
    """Return panels whose embedded figures have names of their own, as functions need them."""
    seen: Counter[str] = Counter()
    found = []
    for panel in panels:
        name = panel.figure.name
        seen[name] += 1
        if seen[name] > 1 and name not in (*_CURVES, *_PLANES, "neuron"):
            name = f"{name}-{seen[name]}"
        found.append(replace(panel, figure=replace(panel.figure, name=name)))
    return found


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
