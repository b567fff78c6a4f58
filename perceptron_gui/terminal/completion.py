"""Scripts with which a shell completes the words of the command line, written from the parsers."""

from __future__ import annotations

import argparse
import shlex
from collections import defaultdict
from collections.abc import Callable, Mapping

from .parser import Parser

Parsers = Mapping[str, Parser]  # by the words that call each; "" calls the program

_BASH = """\
# Completes perceptron-gui in bash: eval "$(perceptron-gui completion bash)" in ~/.bashrc
_perceptron_gui() {{
    local current="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}"
    local path="${{COMP_WORDS[1]}}" options="" words=""
    case "$path" in
        {parents}) [ "$COMP_CWORD" -gt 2 ] && path="$path ${{COMP_WORDS[2]}}" ;;
    esac
    [ "$COMP_CWORD" -eq 1 ] && path=""
    # bash parts --rule=averaged at the sign.
    if [ "$current" = "=" ]; then
        current=""
    elif [ "$before" = "=" ]; then
        before="${{COMP_WORDS[COMP_CWORD-2]}}"
    fi
    case "$path" in
{commands}
    esac
    case "$current" in -*) words="$options" ;; esac
    case "$path $before" in
{values}
    esac
    COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _perceptron_gui perceptron-gui
"""
_ZSH = """\
# Completes perceptron-gui in zsh: eval "$(perceptron-gui completion zsh)" in ~/.zshrc
autoload -Uz compinit bashcompinit
whence compdef > /dev/null || compinit
bashcompinit
"""
_FISH = """\
# Completes perceptron-gui in fish: perceptron-gui completion fish | source
function __perceptron_gui_at
    set -l typed (commandline -opc)
    test "$typed[2..]" = "$argv"; or string match -q -- "$argv *" "$typed[2..]"
end
"""


def bash(parsers: Parsers) -> str:
    """Return a function that looks up the words before the cursor in two tables."""
    commands, paths = list[str](), defaultdict[str, list[str]](list)
    for path, parser in parsers.items():
        options, words = " ".join(_options(parser)), " ".join(_words(parser))
        commands.append(f'        "{path}") options="{options}" words="{words}" ;;')
        for name in _options(parser):
            if values := _values(parser, name):
                paths[" ".join(values)].append(f'"{path} {name}"')
    values = [f'        {"|".join(each)}) words="{known}" ;;' for known, each in paths.items()]
    parents = "|".join(path for path, parser in parsers.items() if path and parser.commands)
    tables = {"commands": "\n".join(commands), "values": "\n".join(values)}
    return _BASH.format(parents=parents, **tables)


def zsh(parsers: Parsers) -> str:
    """Return the function for bash, which zsh can read."""
    return _ZSH + bash(parsers).partition("\n")[2]


def fish(parsers: Parsers) -> str:
    """Return a line for each command and option, with what it means."""
    lines = []
    for path, parser in parsers.items():
        place = shlex.quote(f"__perceptron_gui_at {path}".strip())
        start = f"complete -c perceptron-gui -n {place}"
        for name, command in parser.commands.items():
            lines.append(f"{start} -f -a {name} -d {_meaning(command.description)}")
        if words := " ".join(_words(parser)) * (not parser.commands):
            lines.append(f"{start} -a {shlex.quote(words)}")
        for name, action in _options(parser).items():
            values = " ".join(_values(parser, name))
            value = f" -x -a {shlex.quote(values)}" if values else " -r" * (action.nargs != 0)
            lines.append(f"{start} -l {name[2:]}{value} -d {_meaning(action.help)}")
    return _FISH + "\n".join(lines) + "\n"


def _options(parser: Parser) -> dict[str, argparse.Action]:
    """Return the long options; an old name is read, but not offered."""
    return {
        name: action
        for name, action in parser.added.items()
        if name.startswith("--") and action.help != argparse.SUPPRESS
    }


def _words(parser: Parser) -> list[str]:
    """Return what can be typed besides options: commands, or known names."""
    return [*parser.commands, *(word for name in parser.words for word in _values(parser, name))]


def _values(parser: Parser, name: str) -> list[str]:
    """Return the known values of an argument; one with a space stands for others."""
    return [word for word in parser.offered.get(name, ()) if " " not in word]


def _meaning(text: str | None) -> str:
    """Return a meaning without the words that the shell offers anyway."""
    return shlex.quote((text or "").partition(" [")[0].replace("%%", "%"))


SHELLS: dict[str, Callable[[Parsers], str]] = {"bash": bash, "zsh": zsh, "fish": fish}
