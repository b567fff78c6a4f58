"""The ways a request can be wrong. Messages are written for the user, one line each."""

from __future__ import annotations

import re


class InputError(ValueError):
    """Something the user gave cannot be used; the message says what, where and what to do."""


class DataError(InputError):
    """The points or labels cannot be used."""


class RuleError(InputError):
    """An option of the rule cannot be used."""


class UsageError(InputError):
    """The words of the command line are off."""


_FLAG = re.compile(r"^--([a-z][a-z-]*)")
# How the command line says things, and how somebody at a window would.
_WORDS = {
    "--out: ": "",
    "exported with --no-session or": "exported without its session or",
    "leave it out (--no-session)": "export without it",
}


def sentence(error: Exception | str) -> str:
    """Return a message as a sentence with a capital letter and a full stop."""
    text = " ".join(str(error).split())
    for said, better in _WORDS.items():
        text = text.replace(said, better)
    text = _FLAG.sub(lambda flag: flag[1].replace("-", " "), text)
    # The name of a file stays as it is.
    first = text.split(" ", 1)[0]
    if first.rstrip(":,").isalpha():
        text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
