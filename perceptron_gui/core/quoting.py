"""What somebody typed, fit to be repeated in a message of one line."""

from __future__ import annotations


def printable(text: str, limit: int = 200) -> str:
    """Return the text with control characters escaped, cut to `limit` characters."""
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    escaped = (c if c.isprintable() else ascii(c)[1:-1] for c in cut)
    return "".join(escaped)


def quoted(text: str) -> str:
    """Return a word in quotes, shortened if need be."""
    return f"'{printable(text, 40)}'"
