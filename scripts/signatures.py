"""Write the options of a rule into the signatures of the Python interface from their declarations.

python scripts/signatures.py
"""

from __future__ import annotations

import re
import sys
import textwrap
from fractions import Fraction
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from perceptron_gui.base.params import Count, Flag, Number, Param
from perceptron_gui.core.rules.options import Init, Order
from perceptron_gui.core.rules.rule import OPTIONS

API = Path(__file__).resolve().parent.parent / "perceptron_gui" / "api"
_WIDTH = 100
_TYPES = {
    Flag: "bool",
    Count: "int",
    Number: "Number",
    Order: "str | Sequence[int]",
    Init: "str | Sequence[Number]",
}
FILES = ("functions.py", "classifier.py")


def default_of(param: Param) -> Any:
    """Return a default as Python code holds it."""
    value = param.default
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    return param.kind.to_text(value) if isinstance(value, str) else value


def declared(end: str) -> str:
    """Return every option with type and default, one a line."""
    lines = []
    for name, param in OPTIONS.items():
        default = default_of(param)
        shown = f'"{default}"' if isinstance(default, str) else str(default)
        lines.append(f"    {name}: {_TYPES.get(type(param.kind), 'str')} = {shown}{end}\n")
    return "".join(lines)


def meanings() -> str:
    """Return every option with its meaning, and its choices."""
    paragraphs = []
    for name, param in OPTIONS.items():
        words = param.kind.offered or tuple(param.choices)
        choices = f" ({', '.join(words)})" if words else ""
        text = f"{name}: {param.meaning}{choices}"
        paragraphs += textwrap.wrap(
            text, _WIDTH - 4, subsequent_indent="    ", break_on_hyphens=False
        )
    return "".join(f"    {line}\n" for line in paragraphs)


def written(text: str) -> str:
    """Return the text of a file with its options as they are declared."""
    end = "," if "\n) -> " in text else ""
    fields = r"(?<=    # Written by scripts/signatures\.py:\n)(?:    \w+: .*\n)*"
    told = r"(?<=    Options of the rule:\n\n)(?:    (?!\"\"\").+\n)*"
    for pattern, part in ((fields, declared(end)), (told, meanings())):
        text, times = re.subn(pattern, part.replace("\\", r"\\"), text)
        if times != 1:
            raise LookupError(f"{times} places for {part[:40]!r}")
    return text


def main() -> None:
    """Write every signature."""
    for name in FILES:
        path = API / name
        path.write_text(written(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
