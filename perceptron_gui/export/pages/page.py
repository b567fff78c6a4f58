"""A web page in one file: sections of prose, each with a player, and all that they need.

Nothing is loaded from anywhere: a policy in the page forbids it, and allows only the script and the
style sheet that are in it, by their hashes.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from perceptron_gui.base.cancel import Progress, no_progress
from perceptron_gui.base.resources import shipped
from perceptron_gui.figures.model.label import readable
from perceptron_gui.figures.model.theme import DEFAULT, Theme, colours_of

from .canvas import PageInk, short
from .played import PlayedRun, Scenes, as_html, draw_scenes

# What a theme is paired with, so that a page has a light and a dark side.
_LIGHT, _DARK = {"print": "print"}, {"contrast": "contrast"}
_STEPS_PER_MOMENT = 3  # of the progress: built, placed, drawn


@dataclass(frozen=True, eq=False)
class PageSection:
    """A part of a page. `title` is a label; `prose` is HTML in which all is escaped already."""

    title: str
    prose: str = ""
    played: PlayedRun | None = None


def page_html(
    title: str,
    sections: Sequence[PageSection],
    theme: Theme,
    program: str = "",
    language: str = "en",
    progress: Progress = no_progress,
    intro: str = "",
) -> bytes:
    """Return a page; `title` is a label, `intro` HTML in which all is escaped already.

    `progress` counts the moments, and may raise to cancel.
    """
    ink, done = PageInk(), 0
    counts = [len(each.played.visits.shown) for each in sections if each.played]
    total = _STEPS_PER_MOMENT * sum(counts)

    def report() -> None:
        nonlocal done
        done += 1
        progress(min(done, total - 1) // _STEPS_PER_MOMENT, total // _STEPS_PER_MOMENT)

    drawn = [
        None if each.played is None else draw_scenes(each.played, ink, report) for each in sections
    ]
    players = [each for each in drawn if each is not None]
    data = {"shapes": list(ink.shapes), "players": [_player_json(each) for each in players]}
    parts = [
        _section(number, section, scenes, ink, len(sections))
        for number, (section, scenes) in enumerate(zip(sections, drawn, strict=True), 1)
    ]
    template, sheet, script = (
        shipped("pages", name).read_text(encoding="utf-8")
        for name in ("page.html", "page.css", "player.js")
    )
    style = colour_rules(*map(colours_of, sides_of(theme))) + sheet + ink.css()
    # The shapes of neighbouring visits are alike, so that they take a twentieth of their length.
    packed = zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 9)
    written = template.format(
        language=html.escape(language),
        forced=forced_side(theme),
        policy=policy(script, style),
        title=html.escape(readable(title)),
        heading=as_html(title),
        style=style,
        wide=' class="wide"' if players and all(each.is_sheet for each in players) else "",
        intro=f'<div class="prose intro">{intro}</div>' if intro else "",
        contents=_contents(sections),
        sections="\n".join(parts),
        defs=ink.defs(),
        data=base64.b64encode(packed).decode(),
        program=html.escape(program),
        script=script,
    )
    progress(total // _STEPS_PER_MOMENT, total // _STEPS_PER_MOMENT)
    return written.encode()


def sides_of(theme: Theme) -> tuple[str, str]:
    """Return the names of the themes of a page's light and its dark side."""
    return _LIGHT.get(theme.name, "light"), _DARK.get(theme.name, "dark")


def forced_side(theme: Theme) -> str:
    """Return the attribute of a page whose side was chosen, else nothing: the system decides."""
    side = "dark" if theme.name in ("dark", "contrast") else "light"
    return "" if theme.name == DEFAULT else f' data-theme="{side}"'


def colour_rules(light: Mapping[str, str], dark: Mapping[str, str]) -> str:
    """Return the colours of both sides as variables: as the system says, or as was chosen."""
    bright, dim = (
        "".join(f"--{name.replace('_', '-')}:{value};" for name, value in side.items())
        for side in (light, dark)
    )
    return (
        f":root{{color-scheme:light;{bright}}}\n"
        f"@media (prefers-color-scheme:dark){{:root{{color-scheme:dark;{dim}}}}}\n"
        f":root[data-theme=light]{{color-scheme:light;{bright}}}\n"
        f":root[data-theme=dark]{{color-scheme:dark;{dim}}}\n"
    )


def policy(script: str, style: str) -> str:
    """Return what a page may load and run: nothing but its own script and style sheet."""
    digests = (hashlib.sha256(text.encode()).digest() for text in (script, style))
    scripts, styles = (f"'sha256-{base64.b64encode(each).decode()}'" for each in digests)
    allowed = f"default-src 'none'; script-src {scripts}; style-src {styles}"
    return f"{allowed}; base-uri 'none'; form-action 'none'"


def _contents(sections: Sequence[PageSection]) -> str:
    """Return links to the sections, where there are several."""
    if len(sections) < 2:
        return ""
    links = "".join(
        f'<li><a href="#part-{number}">{as_html(section.title)}</a></li>'
        for number, section in enumerate(sections, 1)
    )
    return f'<nav aria-label="Contents"><ol>{links}</ol></nav>'


def _section(
    number: int, section: PageSection, scenes: Scenes | None, ink: PageInk, count: int
) -> str:
    parts = [f'<section id="part-{number}" class="part">']
    if count > 1:
        parts.append(f"<h2>{number}. {as_html(section.title)}</h2>")
    if section.prose:
        parts.append(f'<div class="prose">{section.prose}</div>')
    if scenes is not None:
        parts.append(_player(f"player-{number}", scenes, ink))
    if count > 1:
        back = f'<a href="#part-{number - 1}">← Back</a>' if number > 1 else "<span></span>"
        on = f'<a href="#part-{number + 1}">Next →</a>' if number < count else "<span></span>"
        parts.append(f'<p class="neighbours">{back}{on}</p>')
    return "\n".join([*parts, "</section>"])


def _player(name: str, scenes: Scenes, ink: PageInk) -> str:
    title = html.escape(readable(scenes.title) or scenes.played.shows or "Figure")
    wide = " data-sheet" if scenes.is_sheet else ""
    parts = [f'<div class="player" id="{name}"{wide} role="group" aria-label="{title}">']
    first = scenes.frames[scenes.first]
    if scenes.size is not None:
        parts.append(picture(name, scenes, ink))
    parts.append(_words(scenes))
    if scenes.columns:  # last, since it grows
        heads = "".join(f'<th scope="col">{cell}</th>' for cell in scenes.columns)
        words = "".join(f" words-{column}" for column in scenes.left)
        parts.append(
            f'<div class="scroll" tabindex="0" role="region" aria-label="Table">'
            f'<table class="table{words}"><thead><tr>{heads}</tr></thead>'
            f'<tbody class="ink">{ink.markup(first)}</tbody></table></div>'
        )
    return "\n".join([*parts, "</div>"])


def picture(name: str, scenes: Scenes, ink: PageInk) -> str:
    """Return the figure that is shown first, with its description."""
    assert scenes.size is not None
    width, height = map(short, scenes.size)
    shows = html.escape(scenes.played.shows)
    told = html.escape(scenes.moments[scenes.first].described)
    return (
        f'<svg class="figure" viewBox="0 0 {width} {height}" role="img" '
        f'aria-labelledby="{name}-shows" aria-describedby="{name}-told" focusable="false">'
        f'<title id="{name}-shows">{shows}</title><desc id="{name}-told">{told}</desc>'
        f'<g class="ink">{ink.markup(scenes.frames[scenes.first])}</g></svg>'
    )


def _words(scenes: Scenes) -> str:
    """Return what is said of the first moment; it is read aloud when it changes."""
    moment = scenes.moments[scenes.first]
    spoken = f'<div class="said" aria-live="polite" aria-atomic="true">{moment.said}</div>'
    silent = len(scenes.moments) == 1 and not moment.said
    return f'{"" if silent else spoken}<div class="notes">{moment.notes}</div>'


def _player_json(scenes: Scenes) -> dict[str, Any]:
    again = scenes.played.visits.again
    return {
        "frames": [list(frame) for frame in scenes.frames],
        "moments": list(map(asdict, scenes.moments)),
        "again": -1 if again is None else again,
        "first": scenes.first,
        "fps": scenes.fps,
    }
