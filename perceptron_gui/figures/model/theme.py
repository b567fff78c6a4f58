"""How roles look. A theme gives every role a colour, a shape, a dash and a width.

Classes differ by shape and by colour, curves also by dash, so that figures survive a photocopier
and common colour-vision deficiencies. The colours are those of Okabe and Ito (2008), darkened or
lightened where the background asks for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from .role import SHADES, Role

SOLID: tuple[float, ...] = ()
DASHED, DOTTED, DASH_DOT = (5.0, 2.5), (1.2, 1.8), (6.0, 2.0, 1.2, 2.0)
LONG, DASH_DOT_DOT = (9.0, 3.0), (7.0, 2.0, 1.2, 2.0, 1.2, 2.0)
_BAND = 0.22  # of areas that may lie over each other


@dataclass(frozen=True)
class Style:
    """Widths and sizes are in points beside a font of ten points; pens scale them with the font.

    `fill` is the colour of areas and markers, "" for none, and `opacity` is that of the filling.
    Dashes are lengths of ink and gap in line widths.
    """

    color: str
    fill: str = ""
    width: float = 1.4
    dash: tuple[float, ...] = SOLID
    marker: str = "circle"  # circle, triangle, square, diamond or cross
    size: float = 6.5
    opacity: float = 1.0

    def scaled(self, share: float) -> Style:
        """Return the style of a marker of another size."""
        if share == 1.0:
            return self
        return replace(self, size=self.size * share, width=self.width * share)


@dataclass(frozen=True)
class Theme:
    """A name, the colours of the page, and a style for every role."""

    name: str
    background: str
    text: str
    muted: str
    grid: str
    styles: Mapping[Role, Style]

    def style(self, role: Role) -> Style:
        """Return how a role looks."""
        return self.styles[role]

    def with_markers(self, negative: str, positive: str) -> Theme:
        """Return the theme with other markers of both classes."""
        shapes = dict.fromkeys((Role.NEGATIVE, Role.NEGATIVE_SERIES), negative)
        shapes |= dict.fromkeys((Role.POSITIVE, Role.POSITIVE_SERIES), positive)
        changed = {role: replace(self.styles[role], marker=each) for role, each in shapes.items()}
        return replace(self, styles={**self.styles, **changed})


@dataclass(frozen=True)
class Tokens:
    """The colours of the window, and of live pages, that no figure has."""

    page: str  # behind cards and panels
    border: str
    faint: str  # what is disabled, and handles of scroll bars
    accent: str  # what is chosen, or is the first thing to do
    soft: str  # behind what is chosen
    on_accent: str


# How every role looks, with the names of its colours.
_STYLES: dict[Role, Style] = {
    Role.POSITIVE: Style("positive", "positive_fill", 1.3, marker="circle", size=7),
    Role.NEGATIVE: Style("negative", "negative_fill", 1.3, marker="triangle", size=7.5),
    Role.UNDECIDED: Style("muted", "background", 1.3),
    Role.POSITIVE_TEST: Style("positive", "", 0.9, marker="circle", size=6),
    Role.NEGATIVE_TEST: Style("negative", "", 0.9, marker="triangle", size=6.5),
    Role.POSITIVE_SIDE: Style("positive_side", "positive_side", 0),
    Role.NEGATIVE_SIDE: Style("negative_side", "negative_side", 0),
    Role.LIKELY_POSITIVE: Style("muted", "likely_positive", 0.5, DOTTED),
    Role.SURE_POSITIVE: Style("muted", "sure_positive", 0.5, DOTTED),
    Role.LIKELY_NEGATIVE: Style("muted", "likely_negative", 0.5, DOTTED),
    Role.SURE_NEGATIVE: Style("muted", "sure_negative", 0.5, DOTTED),
    Role.POSITIVE_SERIES: Style("positive", "positive", 1.1, size=4, opacity=_BAND),
    Role.NEGATIVE_SERIES: Style("negative", "negative", 1.1, DASHED, "triangle", 4, _BAND),
    # In a certificate the hulls are the proof, so their lines are the thickest.
    Role.POSITIVE_HULL: Style("positive", "positive", 3.2, opacity=_BAND),
    Role.NEGATIVE_HULL: Style("negative", "negative", 3.2, LONG, opacity=_BAND),
    Role.POSITIVE_BAND: Style("positive", "positive_fill", 0.0, opacity=_BAND),
    Role.NEGATIVE_BAND: Style("negative", "negative_fill", 0.0, opacity=_BAND),
    Role.BOUNDARY: Style("line", width=2.0),
    Role.NOW: Style("weights", width=0.8),
    Role.GHOST: Style("faint", width=1.4, dash=DASHED),
    Role.RETURNING: Style("faint", width=1.9),
    Role.SOLUTION: Style("faint", width=0.5),
    Role.RESULT: Style("result", "result", 1.9, DASH_DOT),
    Role.SEPARATOR: Style("separator", "separator", 1.6, LONG),
    Role.MARGIN: Style("separator", "separator", 0.8, DOTTED, opacity=0.16),
    Role.WIDEST: Style("upper", "upper", 1.6, DASH_DOT_DOT),
    Role.WIDEST_BAND: Style("upper", "upper", 0.8, DOTTED, opacity=0.06),
    Role.SUPPORT: Style("separator", "", 1.6, marker="square", size=16),
    Role.WITNESS: Style("line", "line", 1.3, DOTTED, "diamond", 8, _BAND),
    Role.RADIUS: Style("muted", width=1.1, dash=DOTTED),
    Role.WEIGHTS: Style("weights", "weights", 1.9, size=4, opacity=_BAND),
    Role.START: Style("weights", "background", 1.3, marker="diamond", size=6),
    Role.STEP: Style("upper", "upper", 1.9),
    Role.VECTOR: Style("lower", "lower", 1.9),
    Role.ANGLE: Style("muted", "muted", 0.9, opacity=_BAND),
    Role.DISTANCE: Style("result", "result", 1.6, size=4.5),
    Role.INTERCEPT: Style("line", "", 1.2, marker="square", size=10),
    Role.VISITED: Style("line", "", 1.4, DASH_DOT, size=12),
    Role.MISTAKE: Style("mistake", "mistake", 1.5, marker="cross", size=10.5),
    Role.SUCCESS: Style("success", "background", 1.8, size=12),
    Role.MISTAKE_RING: Style("mistake", "background", 3.2, size=14.5),
    Role.MISTAKE_GAP: Style("background", "", 1.0, size=14.5),
    Role.CURSOR: Style("faint", width=1.1, dash=DOTTED),
    Role.UPPER_BOUND: Style("upper", "upper", 1.5, DASHED),
    Role.LOWER_BOUND: Style("lower", "lower", 1.5, DASH_DOT),
    Role.IMPOSSIBLE: Style("impossible", "impossible", 0, opacity=1.0),
    Role.LIMIT: Style("line", "line", 1.2, DOTTED, "diamond", 6),
    Role.LOSS: Style("weights", "weights", 1.6, size=4, opacity=_BAND),
    Role.ERRORS: Style("mistake", "mistake", 1.4, DASHED, "square", 4, _BAND),
    Role.SIDE_ERRORS: Style("mistake", "mistake", 0.9, DASH_DOT_DOT, "square", 3, _BAND),
    Role.OWN_LOSS: Style("result", "result", 2.0, marker="diamond", size=4, opacity=_BAND),
    Role.SIDE_LOSS: Style("weights", "weights", 1.0, DOTTED, size=3, opacity=_BAND),
    Role.TANGENT: Style("separator", "separator", 2.4),
    Role.SUBGRADIENT: Style("faint", "highlight", 0.8, opacity=0.3),
    Role.CONE: Style("success", "success", 0, opacity=0.25),
    Role.CONSTRAINT: Style("faint", "faint", 1.0),
    Role.WALK: Style("weights", "weights", 1.0, size=2.5, opacity=_BAND),
    Role.CONTOUR: Style("faint", width=0.9),
    Role.LEAST: Style("result", "result", 2.0, marker="cross", size=9),
    Role.ZERO: Style("muted", width=1.0),
    Role.FUTURE: Style("faint", "faint", 1.0),
    Role.CONTESTANT_1: Style("line", "line", 1.9, size=5, opacity=_BAND),
    Role.CONTESTANT_2: Style("upper", "upper", 1.9, DASHED, "square", 5, _BAND),
    Role.CONTESTANT_3: Style("lower", "lower", 1.9, DASH_DOT, "diamond", 5, _BAND),
    Role.CONTESTANT_4: Style("weights", "weights", 1.9, LONG, "triangle", 5, _BAND),
    Role.CONTESTANT_5: Style("result", "result", 1.9, DOTTED, "cross", 5, _BAND),
    Role.CONTESTANT_6: Style("separator", "separator", 1.9, DASH_DOT_DOT, "circle", 5, _BAND),
    Role.HIGHLIGHT: Style("highlight", "highlight", 5.5, size=17, opacity=0.35),
    Role.NODE: Style("line", "background", 1.5),
    Role.WIRE: Style("muted", "muted", 1.3),
    Role.NOTE: Style("text", "background", 0.0),
    Role.ASIDE: Style("muted", "background", 0.0),
    Role.LIT: Style("positive_side", "positive_side", 0),
} | {role: Style(f"shade_{place}", f"shade_{place}", 0.0) for place, role in enumerate(SHADES)}
# Every colour, theme by theme.
_NAMES = ("light", "dark", "print", "contrast")
_COLOURS = {
    "background":     ("#FFFFFF", "#1A2028", "#FFFFFF", "#000000"),
    "text":           ("#18212D", "#E7ECF2", "#000000", "#FFFFFF"),
    "muted":          ("#535E6C", "#98A4B3", "#444444", "#FFFFFF"),
    "grid":           ("#E9ECF0", "#2C3542", "#DDDDDD", "#4A4A4A"),
    "positive":       ("#005A91", "#56B4E9", "#000000", "#4FC3FF"),
    "negative":       ("#B85A0B", "#F0A04B", "#6E6E6E", "#FFB000"),
    "positive_fill":  ("#0072B2", "#3E9BD6", "#000000", "#2F9FE0"),
    "negative_fill":  ("#E8872B", "#FFC27A", "#BDBDBD", "#FFC540"),
    "positive_side":  ("#CFE4F5", "#1D3A52", "#E3E3E3", "#001F3A"),
    "negative_side":  ("#FDEEE0", "#2B2933", "#FFFFFF", "#4A2F00"),
    "likely_positive": ("#B4D5EC", "#1C3F5A", "#D2D2D2", "#003056"),
    "sure_positive":  ("#96C2E1", "#24557B", "#C0C0C0", "#004478"),
    "likely_negative": ("#FADFC6", "#4B3F42", "#FFFFFF", "#633F00"),
    "sure_negative":  ("#F6CCA6", "#6A5047", "#FFFFFF", "#805200"),
    "line":           ("#18212D", "#F1F4F8", "#000000", "#FFFFFF"),
    "weights":        ("#0A744F", "#3FC58F", "#000000", "#00FFB0"),
    "result":         ("#AA3377", "#F08CC8", "#555555", "#FF9CF0"),
    "separator":      ("#8A6D00", "#F0E442", "#444444", "#FFF34D"),
    "upper":          ("#C0392B", "#FF7B6B", "#333333", "#FF8A7A"),
    "lower":          ("#2B5CC0", "#8FB4FF", "#666666", "#A9C8FF"),
    "impossible":     ("#ECEEF1", "#252C36", "#EBEBEB", "#3A0618"),
    "mistake":        ("#C2184B", "#FF6B93", "#000000", "#FF6F88"),
    "success":        ("#00795A", "#46D6A0", "#333333", "#5CFFC0"),
    "faint":          ("#808080", "#8A9099", "#8A8A8A", "#C8C8C8"),
    "highlight":      ("#A070EE", "#B98CFF", "#8A8A8A", "#C79BFF"),
}  # fmt: skip
TOKENS = {
    "light": Tokens("#F6F7F9", "#E2E6EB", "#A3ADB9", "#0B5CAD", "#E8F0F9", "#FFFFFF"),
    "dark": Tokens("#12161C", "#2C3542", "#5B6878", "#5AA7F0", "#21303F", "#0E141B"),
    "contrast": Tokens("#000000", "#FFFFFF", "#A8A8A8", "#4FC3FF", "#003A66", "#000000"),
}
# How much of the colour of mistakes is in the lightest and in the darkest shade.
_PALEST, _DEEPEST = 0.1, 0.62
_STROKES = {"contrast": 1.35}  # thicken every line


def _theme(name: str) -> Theme:
    """Return a theme: every style with its colours, and lines as thick as they have to be."""
    stroke = _STROKES.get(name, 1.0)
    colours = colours_of(name) | {"": ""}
    styles = {
        role: replace(
            style, color=colours[style.color], fill=colours[style.fill], width=style.width * stroke
        )
        for role, style in _STYLES.items()
    }
    page = {each: colours[each] for each in ("background", "text", "muted", "grid")}
    return Theme(name, **page, styles=styles)


def _shades(ground: str, ink: str) -> dict[str, str]:
    """Return the colours of the shades: more and more ink on the ground."""
    ends = list(zip(_channels(ground), _channels(ink), strict=True))
    found = {}
    for place in range(len(SHADES)):
        share = _PALEST + (_DEEPEST - _PALEST) * place / (len(SHADES) - 1)
        mixed = (round(low + share * (high - low)) for low, high in ends)
        found[f"shade_{place}"] = "#" + "".join(f"{channel:02X}" for channel in mixed)
    return found


def _channels(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def colours_of(name: str) -> dict[str, str]:
    """Return the colours of a theme by their names."""
    column = _NAMES.index(name)
    found = {colour: themes[column] for colour, themes in _COLOURS.items()}
    return found | _shades(found["background"], found["mistake"])


def with_names(theme: Theme) -> Theme:
    """Return the theme with the names of its colours in place of them, to be coloured later."""
    styles = {
        role: replace(theme.style(role), color=named.color, fill=named.fill)
        for role, named in _STYLES.items()
    }
    page = {each: each for each in ("background", "text", "muted", "grid")}
    return replace(theme, **page, styles=styles)


# The markers of −1 and +1 on the slides of a lecture, where it has such.
MARKERS = {"melbourne": ("circle", "square")}
THEMES: dict[str, Theme] = {name: _theme(name) for name in _NAMES}
DEFAULT = "light"
