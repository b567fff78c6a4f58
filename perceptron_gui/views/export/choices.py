"""What is chosen in the export dialog, and what there is to choose from: plain frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, Literal, get_args

from perceptron_gui.base.params import Param

Until = Literal["cursor", "end"]
_EMPTY: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class ExportChoices:
    """A figure to be written. Pages and their motion are asked for as on the command line."""

    view: str = "boundary"
    ending: str = "pdf"
    page: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # by view
    until: Until = "cursor"
    motion: Mapping[str, Any] = field(default_factory=dict)
    with_session: bool = True
    folder: str = ""
    name: str = ""

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> ExportChoices:
        """Return choices that were stored; what is not of the right kind is left out."""
        usual = cls()
        usable: dict[str, Any] = {
            each.name: values[each.name]
            for each in fields(cls)
            if type(values.get(each.name)) is type(getattr(usual, each.name))
        }
        if usable.get("until") not in get_args(Until):
            usable.pop("until", None)
        options = usable.get("options", {})
        usable["options"] = {view: given for view, given in options.items() if type(given) is dict}
        return cls(**usable)

    @property
    def view_options(self) -> Mapping[str, Any]:
        return self.options.get(self.view, _EMPTY)


@dataclass(frozen=True)
class FormatOffer:
    """A format: its ending, what it is for, what it can hold, and which page options it uses."""

    ending: str
    meaning: str
    figures: bool
    tables: bool
    moves: bool
    carries: bool  # a session
    page_options: tuple[str, ...]
    has_controls: bool = False  # moves, and its reader sets the speed
    size: str = "page"  # that pages have if nobody says otherwise


@dataclass(frozen=True)
class ExportOffer:
    """What there is to choose from; a preset is a width, a height, a font and a family."""

    formats: tuple[FormatOffer, ...]
    presets: Mapping[str, tuple[float, float, float, str]]
    page: Mapping[str, Param]
    motion: Mapping[str, Param]
    session: str  # its name
    visit: int
    visits: int
    tables: tuple[str, ...] = ()  # views that are tables
    titles: Mapping[str, str] = field(default_factory=dict)  # of views that the window shows, too

    def title_of(self, view: str) -> str:
        """Return what a view is called, as in the rest of the window."""
        return self.titles.get(view) or view.capitalize().replace("-", " ")

    def formats_of(self, view: str) -> tuple[FormatOffer, ...]:
        is_table = view in self.tables
        return tuple(each for each in self.formats if (each.tables if is_table else each.figures))

    def name_of(self, view: str, ending: str) -> str:
        """Return what a file would be called if nobody said otherwise."""
        return f"{self.session}-{view}.{ending}"
