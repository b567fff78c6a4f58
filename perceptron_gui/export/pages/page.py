"""A web page in one file: scenes, a lesson about them if there is one, and all that they need.

Nothing is loaded from anywhere: a policy in the page forbids it, and allows only the script and the
style sheet that are in it, by their hashes. Without its script the page shows one figure.
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
from perceptron_gui.figures.model.theme import DEFAULT, TOKENS, Theme, colours_of

from .canvas import PageInk, short
from .live import LiveScene
from .played import PlayedRun, Scenes, as_html, draw_scenes

# What a theme is paired with, so that a page has a light and a dark side.
_LIGHT, _DARK = {"print": "print"}, {"contrast": "contrast"}
_STEPS_PER_MOMENT = 3  # of the progress: built, placed, drawn
_SCRIPTS = ("engine", "facts", "drawing", "live", "transport", "lesson")


@dataclass(frozen=True, eq=False)
class PageLesson:
    """The steps of a lesson as the script reads them; `intro` and all words in them are HTML."""

    intro: str
    steps: Sequence[Mapping[str, Any]]
    language: str = "en"
    exercises: Mapping[str, Any] | None = None  # in place of steps


def page_html(
    title: str,
    scenes: Sequence[LiveScene | PlayedRun],
    theme: Theme,
    program: str = "",
    still: PlayedRun | None = None,
    lesson: PageLesson | None = None,
    progress: Progress = no_progress,
) -> bytes:
    """Return a page; `title` is a label. `still` is shown without a script, unless it is a lesson.

    `progress` counts the moments of figures, and may raise to cancel.
    """
    ink, done = PageInk(), 0
    played = [each for each in (*scenes, still) if isinstance(each, PlayedRun)]
    total = max(1, _STEPS_PER_MOMENT * sum(len(each.visits.shown) for each in played))

    def report() -> None:
        nonlocal done
        done += 1
        progress(min(done, total - 1) // _STEPS_PER_MOMENT, total // _STEPS_PER_MOMENT)

    drawn = [
        draw_scenes(each, ink, report) if isinstance(each, PlayedRun) else each for each in scenes
    ]
    first = drawn[0] if still is None else draw_scenes(still, ink, report)
    given = {
        "scenes": [
            each.to_json(theme) if isinstance(each, LiveScene) else _recorded(each)
            for each in drawn
        ],
        "shapes": list(ink.shapes),
        "steps": [] if lesson is None else list(lesson.steps),
        "exercises": None if lesson is None else lesson.exercises,
    }
    template, sheet = (
        shipped("pages", name).read_text(encoding="utf-8") for name in ("page.html", "page.css")
    )
    names = [*_SCRIPTS, "exercises", "start"] if given["exercises"] else [*_SCRIPTS, "start"]
    script = "\n".join(shipped("pages", f"{name}.js").read_text(encoding="utf-8") for name in names)
    style = _colour_rules(*map(_colours, _sides_of(theme))) + sheet + ink.css()
    # The shapes of neighbouring visits are alike, so that they take a twentieth of their length.
    packed = zlib.compress(json.dumps(given, separators=(",", ":")).encode(), 9)
    written = template.format(
        language=html.escape("en" if lesson is None else lesson.language),
        forced=_forced_side(theme),
        kind="figure" if lesson is None else "lesson",
        policy=_policy(script, style),
        program=html.escape(program),
        title=html.escape(readable(title)),
        heading=as_html(title),
        style=style,
        still=_still(first, ink) if lesson is None else f"{lesson.intro}{_NEEDS_SCRIPT}",
        defs=ink.defs(),
        given=base64.b64encode(packed).decode(),
        script=script,
    )
    progress(total // _STEPS_PER_MOMENT, total // _STEPS_PER_MOMENT)
    return written.encode()


_NEEDS_SCRIPT = "<p>This page asks questions, so it needs JavaScript.</p>"


def _colours(side: str) -> dict[str, str]:
    """Return the colours of figures, and those of bars and cards."""
    shell = TOKENS.get(side, TOKENS["light"])
    apart = {name: value for name, value in vars(shell).items() if name != "faint"}
    return colours_of(side) | apart


def _sides_of(theme: Theme) -> tuple[str, str]:
    """Return the names of the themes of a page's light and its dark side."""
    return _LIGHT.get(theme.name, "light"), _DARK.get(theme.name, "dark")


def _forced_side(theme: Theme) -> str:
    """Return the attribute of a page whose side was chosen, else nothing: the system decides."""
    side = "dark" if theme.name in ("dark", "contrast") else "light"
    return "" if theme.name == DEFAULT else f' data-theme="{side}"'


def _colour_rules(light: Mapping[str, str], dark: Mapping[str, str]) -> str:
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


def _policy(script: str, style: str) -> str:
    """Return what a page may load and run: nothing but its own script and style sheet."""
    digests = (hashlib.sha256(text.encode()).digest() for text in (script, style))
    scripts, styles = (f"'sha256-{base64.b64encode(each).decode()}'" for each in digests)
    allowed = f"default-src 'none'; script-src {scripts}; style-src {styles}"
    return f"{allowed}; base-uri 'none'; form-action 'none'"


def _still(scenes: Scenes | LiveScene, ink: PageInk) -> str:
    """Return the figure that is shown first, with its description, or the table."""
    if isinstance(scenes, LiveScene):
        return ""
    moment, frame = scenes.moments[scenes.first], ink.markup(scenes.frames[scenes.first])
    parts = []
    if scenes.size is not None:
        width, height = map(short, scenes.size)
        parts.append(
            f'<svg class="figure" viewBox="0 0 {width} {height}" role="img" '
            f'aria-describedby="still-described" focusable="false">'
            f'<title id="still-shows">{html.escape(scenes.played.shows)}</title>'
            f'<g class="ink">{frame}</g></svg>'
        )
        parts.append(
            f'<p class="described" id="still-described">{html.escape(moment.described)}</p>'
        )
    parts.append(f"{moment.said}{moment.notes}")
    if scenes.columns:
        heads = "".join(f'<th scope="col">{cell}</th>' for cell in scenes.columns)
        parts.append(
            f'<div class="scroll"><table><thead><tr>{heads}</tr></thead>'
            f"<tbody>{frame}</tbody></table></div>"
        )
    return "".join(parts)


def _recorded(scenes: Scenes) -> dict[str, Any]:
    """Return figures or tables of a run as the script reads them."""
    again = scenes.played.visits.again
    return {
        "frames": [list(frame) for frame in scenes.frames],
        "moments": list(map(asdict, scenes.moments)),
        "again": -1 if again is None else again,
        "first": scenes.first,
        "fps": scenes.fps,
        "size": scenes.size and list(map(short, scenes.size)),
        "shows": readable(scenes.title) or scenes.played.shows,
        "columns": list(scenes.columns),
        "left": list(scenes.left),
    }
