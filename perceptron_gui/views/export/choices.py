"""What is chosen in the export dialog, and what it exports: plain frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, Literal, get_args

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
class ExportOffer:
    """What is exported: its name, where its cursor is, and how views are called in the window."""

    session: str
    visit: int
    visits: int
    titles: Mapping[str, str] = field(default_factory=dict)  # of views that the window shows, too

    def title_of(self, view: str) -> str:
        return self.titles.get(view) or view.capitalize().replace("-", " ")
