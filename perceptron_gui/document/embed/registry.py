"""Sessions inside exported files: put in, and found again by what the file holds, not its name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from perceptron_gui.base.values import frozen_value
from perceptron_gui.document.model.checks import SessionError
from perceptron_gui.document.model.session import SIZE_LIMIT

from . import gif, pdf, png, svg, webp
from . import text as comments


@frozen_value
class Carrier:
    """A kind of file: how it is recognised, and how a session is embedded and extracted."""

    is_kind: Callable[[bytes], bool]
    embed: Callable[[bytes, str], bytes]
    extract: Callable[[bytes], str | None]


def _begins(*signatures: bytes) -> Callable[[bytes], bool]:
    return lambda data: data.startswith(signatures)


def _commented(comment: comments.Comment) -> Carrier:
    embed_text = partial(comments.embed, comment=comment)
    return Carrier(comments.is_marked, embed_text, comments.extract)


_PNG = Carrier(_begins(png.SIGNATURE), png.embed, png.extract)
PICTURES: dict[str, Carrier] = {
    "png": _PNG,
    "apng": _PNG,
    "gif": Carrier(_begins(*gif.SIGNATURES), gif.embed, gif.extract),
    "webp": Carrier(webp.is_webp, webp.embed, webp.extract),
    "pdf": Carrier(_begins(pdf.SIGNATURE), pdf.embed, pdf.extract),
    "svg": Carrier(svg.is_svg, svg.embed, svg.extract),
}
TEXTS: dict[str, Carrier] = {
    "tex": _commented(comments.TEX),
    "py": _commented(comments.PYTHON),
    "md": _commented(comments.MARKDOWN),
}


def embed(data: bytes, kind: str, text: str) -> bytes:
    """Return a file of some kind (png, pdf, …) with the text of a session in it."""
    if len(text.encode()) > SIZE_LIMIT:
        too_large = "the session is too large to be carried"
        raise SessionError(
            f"{too_large}; leave it out (--no-session)", f"{too_large}; export without it"
        )
    if kind in TEXTS:
        return TEXTS[kind].embed(data, text)
    carrier = PICTURES[kind]
    if not carrier.is_kind(data):
        raise SessionError(f"this is no {kind} file, so it cannot carry a session")
    return carrier.embed(data, text)


def extract(data: bytes) -> str | None:
    """Return the text of the session in a file, or None; a SessionError says it is damaged."""
    for carrier in (*PICTURES.values(), *TEXTS.values()):
        if carrier.is_kind(data):
            return carrier.extract(data)
    return None


def is_picture(data: bytes) -> bool:
    """Tell whether a file is of a kind that only shows something, and holds no data itself."""
    return any(carrier.is_kind(data) for carrier in PICTURES.values())
