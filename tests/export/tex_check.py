"""What TeX would complain about, found without TeX; and TeX itself, where it is installed."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

_TOKEN = re.compile(
    r"\\(?:begin|end)\{(\w+\*?)\}|\\(begingroup|endgroup|ifdefined|else|fi)\b|\\.|[{}$]", re.DOTALL
)
_OPENS = {"begingroup": "endgroup", "ifdefined": "fi"}
_READS_UNICODE = re.compile(r"\\ifdefined\\Umathcode .\\else")


def faults(text: str) -> list[str]:
    """Return groups and environments that do not match, and what pdfLaTeX can not read."""
    source = re.sub(r"(?<!\\)%.*", "", _READS_UNICODE.sub(r"\\ifdefined\\x\\else", text))
    found = [f"{character!r} is not ASCII" for character in source if not character.isascii()]
    open_ones: list[str] = []
    for token in _TOKEN.finditer(source):
        closes = _closed_by(token)
        if token[0] == "$" and open_ones[-1:] != ["$"]:
            open_ones.append("$")
        elif closes is None:
            opened = _opened_by(token)
            open_ones += [opened] if opened else []
        elif not open_ones or open_ones.pop() != closes:
            found.append(f"{token[0]} at {token.start()} closes nothing")
    return found + [f"{each} is missing" for each in open_ones]


def _opened_by(token: re.Match[str]) -> str | None:
    """Return what must follow a token sooner or later."""
    if token[0].startswith(r"\begin{"):
        return f"end {token[1]}"
    return "}" if token[0] == "{" else _OPENS.get(token[2] or "")


def _closed_by(token: re.Match[str]) -> str | None:
    """Return what a token brings to its end."""
    if token[0].startswith(r"\end{"):
        return f"end {token[1]}"
    if token[2] in _OPENS.values():
        return token[2]
    return token[0] if token[0] in ("}", "$") else None


@cache
def has_pgfplots() -> bool:
    """Tell whether pdfLaTeX and PGFPlots are installed."""
    if shutil.which("pdflatex") is None or shutil.which("kpsewhich") is None:
        return False
    asked = ["kpsewhich", "pgfplots.sty"]
    return bool(subprocess.run(asked, capture_output=True, check=False, timeout=60).stdout)


with_tex = pytest.mark.skipif(not has_pgfplots(), reason="pdflatex with pgfplots is not installed")


def compiled(text: str, folder: Path) -> tuple[str, list[tuple[float, float]]]:
    """Compile a document; return its log and the sizes of its pages in millimetres."""
    (folder / "drawn.tex").write_text(text, encoding="utf-8")
    plainly = r"\pdfcompresslevel=0 \pdfobjcompresslevel=0 \input{drawn}"
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-jobname=out", plainly],
        cwd=folder,
        capture_output=True,
        check=False,
        timeout=250,
    )
    log = (folder / "out.log").read_text(encoding="latin-1")
    assert done.returncode == 0, log[-2000:]
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", (folder / "out.pdf").read_bytes())
    return log, [(float(width) / 72 * 25.4, float(height) / 72 * 25.4) for width, height in boxes]


def complaints(log: str) -> list[str]:
    """Return the lines of a log that a person would want to know of."""
    words = ("Warning", "Overfull", "Missing character", "Error")
    return [line for line in log.splitlines() if any(word in line for word in words)]
