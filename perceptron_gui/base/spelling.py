"""The word somebody probably meant, for the "did you mean" in error messages."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """Return the choice most like `word` whatever its case, or None when none is like it."""
    from difflib import get_close_matches  # for mistakes only

    folded = {choice.casefold(): choice for choice in choices}
    # Comparing is quadratic in the length; nobody mistypes a name into a whole page.
    found = get_close_matches(word.casefold()[:100], folded, n=1, cutoff=0.6)
    return folded[found[0]] if found else None


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """Return "; did you mean 'xor'?" to append to a message, or "" when nothing is near."""
    guess = nearest(word, choices)
    return f"; did you mean '{guess}'?" if guess else ""


def printable(text: str, limit: int = 200) -> str:
    """Return the text with control characters escaped, cut to `limit` characters."""
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    escaped = (c if c.isprintable() else ascii(c)[1:-1] for c in cut)
    return "".join(escaped)


def quoted(text: str) -> str:
    """Return a word in quotes, shortened if need be."""
    return f"'{printable(text, 40)}'"
