"""What comes with the program: its version, its files (data sets, icons, a font), and its manual.

The first page of the manual is `index`. Its headings and links give the parts and the order of all
other pages.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

VERSION = "0.2.0"
_PACKAGE = Path(__file__).resolve().parents[1]
FIRST = "index"
_LINK = re.compile(r"(?<!!)\[([^\[\]]*)\]\(([^)\s]+)\)")
_PICTURE = re.compile(r"!\[([^\[\]]*)\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^(#{1,6}) (.*)$")
_MARKER = re.compile(r"^<!-- .* -->\n", re.MULTILINE)  # around what scripts write


def shipped(*parts: str) -> Path:
    """Return the path of a file of resources/, in a checkout or in an installed wheel."""
    # A wheel's own folder decides: beside an installed package "resources" would be a stranger's.
    folder = _PACKAGE / "_resources"
    path = (folder if folder.is_dir() else _PACKAGE.parent / "resources").joinpath(*parts)
    if not path.exists():
        name = "/".join(parts)
        raise FileNotFoundError(f"{name} should have come with the program; please reinstall it.")
    return path


@dataclass(frozen=True)
class ManualPage:
    """A page: its name and its Markdown."""

    name: str
    text: str

    @property
    def title(self) -> str:
        """The heading that it begins with."""
        return self.text.partition("\n")[0].removeprefix("# ")


def anchor(heading: str) -> str:
    """Return the name of a heading in links, as GitHub makes it: lower case and hyphens."""
    kept = "".join(c for c in heading.lower() if c.isalnum() or c in " -_")
    return kept.replace(" ", "-")


def page_names() -> tuple[str, ...]:
    """Return the names of all pages in the order in which they are read."""
    return (FIRST, *(name for names in page_parts().values() for name in names))


def page_parts() -> dict[str, tuple[str, ...]]:
    """Return the pages of each part of the manual, as headings of the first page divide them."""
    parts: dict[str, list[str]] = {}
    title = ""
    for line in _read(FIRST).text.splitlines():
        heading = _HEADING.match(line)
        title = heading[2] if heading else title
        for link in _LINK.finditer(line):
            parts.setdefault(title, []).append(link[2].removesuffix(".md"))
    return {title: tuple(names) for title, names in parts.items()}


def read_page(name: str) -> ManualPage:
    """Return a page; a name that is none is refused with a guess at the one that was meant."""
    names = page_names()
    if name not in names:
        # Whoever wants the version alone need not load these, and numpy with them.
        from .errors import UsageError
        from .text import did_you_mean, quoted

        hint = did_you_mean(name, names) or f"; the pages are {', '.join(names)}"
        raise UsageError(f"the manual has no page {quoted(name)}{hint}")
    return _read(name)


def picture_path(address: str) -> Path | None:
    """Return the file of a picture that a page shows, if it is one that comes with the program."""
    resources = shipped("manual").parent.resolve()
    path = (resources / "manual" / address).resolve()
    return path if path.is_relative_to(resources) and path.is_file() else None


def text_on_screen(page: ManualPage) -> str:
    """Return the Markdown of a page with those of its pictures that came with the program.

    An installed program has none: they are large, and it can draw them itself.
    """
    return _PICTURE.sub(lambda match: match[0] if picture_path(match[2]) else "", page.text)


def plain_text(page: ManualPage) -> str:
    """Return a page for a terminal: pictures become their titles, links name their pages."""

    def spelled(link: re.Match[str]) -> str:
        page_name = link[2].partition("#")[0].removesuffix(".md")
        return f"{link[1]} ({page_name})" if page_name else link[1]

    text = _MARKER.sub("", page.text)
    return _LINK.sub(spelled, _PICTURE.sub(lambda match: f"(picture: {match[1]})", text))


def _read(name: str) -> ManualPage:
    path = shipped("manual", f"{name}.md")
    return ManualPage(name, path.read_text(encoding="utf-8"))
