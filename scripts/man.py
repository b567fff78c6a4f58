"""Write the manual page for `man perceptron-gui` from the parsers of the command line.

scripts/manual.py calls it. The page is resources/man/perceptron-gui.1; a wheel installs it.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from perceptron_gui.base.resources import VERSION, read_page
from perceptron_gui.cli import parsers
from perceptron_gui.terminal.parser import Parser

PAGE = Path(__file__).resolve().parent.parent / "resources" / "man" / "perceptron-gui.1"
SHARED = ("data", "rule", "explanation", "page", "animation")  # headings of several commands
OWN = ("", "this view")


def page() -> str:
    """Return the page in the language of man."""
    found = parsers()
    return "\n".join([*_head(found[""]), *_commands(found), *_options(found), *_foot()]) + "\n"


def _head(program: Parser) -> Iterator[str]:
    yield '.\\" Written by scripts/man.py'
    yield f'.TH PERCEPTRON\\-GUI 1 "" "perceptron\\-gui {VERSION}" "User Commands"'
    yield ".SH NAME"
    yield "perceptron\\-gui \\- simulate the perceptron, exactly"
    yield ".SH SYNOPSIS"
    yield "\n.br\n".join(f".B {_text(line.strip())}" for line in str(program.usage).splitlines())
    yield ".SH DESCRIPTION"
    yield _text(program.description)
    yield from _listed(program.headings[""])


def _commands(found: dict[str, Parser]) -> Iterator[str]:
    program = found[""]
    yield ".SH COMMANDS"
    for path, parser in found.items():
        if not path or parser.commands:
            continue
        shared = [name for name in SHARED if parser.headings.get(name)]
        also = f" Options: {', '.join(shared)}." if shared else ""
        yield ".SS " + _text(" ".join(["perceptron-gui", path, *parser.words.values()]))
        yield _text(f"{str(parser.description).rstrip('.')}.{also}")
        own = [each for name in OWN for each in parser.headings.get(name, ())]
        usual = program.headings[""]
        yield from _listed(own, [name for each in usual for name in each.option_strings])


def _options(found: dict[str, Parser]) -> Iterator[str]:
    for heading in SHARED:
        yield f".SH OPTIONS: {heading.upper()}"
        options: dict[str, argparse.Action] = {}
        for parser in found.values():
            for action in parser.headings.get(heading, ()):
                options.setdefault(action.option_strings[0], action)
        yield from _listed(options.values())


def _foot() -> Iterator[str]:
    yield ".SH EXIT STATUS"
    section = read_page("command-line").text.partition("## Exit codes\n")[2].partition("\n## ")[0]
    for code, meaning in re.findall(r"^\| (\d+) \| (.*) \|$", section, re.MULTILINE):
        yield f".TP\n.B {code}\n{_text(meaning.replace('`', ''))}"
    yield ".SH SEE ALSO"
    yield _text("perceptron-gui figure VIEW --help lists the options of one view,")
    yield _text("perceptron-gui manual the pages of the manual.")


def _listed(options: Iterable[argparse.Action], known: Iterable[str] = ()) -> Iterator[str]:
    """Yield a paragraph for each option that is not known already."""
    for action in options:
        names = ", ".join(action.option_strings)
        if action.help != argparse.SUPPRESS and action.option_strings[-1] not in known:
            words = "|".join(map(str, action.choices or ()))
            value = f" {action.metavar or words}".rstrip()
            meaning = str(action.help).replace("%%", "%")
            yield f".TP\n.B {_text(names + value)}\n{_text(meaning)}"


def _text(text: str | None) -> str:
    """Return a text without signs that mean something to man."""
    return re.sub(r"^(?=[.'])", r"\\&", (text or "").replace("\\", "\\e").replace("-", "\\-"))


def main() -> None:
    """Write the page."""
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
