"""A real shell completes words by the script that `completion` prints."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from perceptron_gui.cli import COMMANDS, main, parsers
from perceptron_gui.core.data.library import LECTURE, LIBRARY
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import OPTIONS
from perceptron_gui.labs.registry import LABORATORIES, VIEWS
from perceptron_gui.terminal.completion import SHELLS
from tests.terminal.program import Capture, Cli

RULE_NAMES = set(OPTIONS["rule"].kind.offered)
COMPLETED = [
    ("", set(COMMANDS)),
    ("fig", {"figure"}),
    ("figure bound", {"boundary"}),
    ("figure boundary xo", {"xor", "xor-pm"}),
    ("run --rule ", RULE_NAMES),
    ("run --rule=av", {"averaged"}),
    ("run --rule=", RULE_NAMES),
    ("run xor --as-in-lecture ", set(LECTURE.offered)),
    ("check --qu", {"--quiet"}),
    ("lab ", set(LABORATORIES)),
    ("lab labellings an", {"and", "and-pm"}),
    ("lessons gr", {"grade"}),
    ("lessons handout --kind s", {"script", "solutions"}),
    ("datasets ir", {"iris", "iris-two"} & set(LIBRARY)),
    ("manual wo", {"words"}),
    ("completion ", set(SHELLS)),
    ("figure norms and --out pic", {"picture.pdf"}),
]


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("completion")
    (folder / "picture.pdf").touch()
    (folder / "completion.bash").write_text(SHELLS["bash"](parsers()), encoding="utf-8")
    return folder / "completion.bash"


# What readline does: parts the line, calls the function, falls back to the names of files.
COMPLETE = """
source {script}
line={line}
read -r -a COMP_WORDS <<< "${{line//=/ = }}"
case "$line" in *[\\ =]) COMP_WORDS+=("") ;; esac
[[ "$line" == *= ]] && COMP_WORDS=("${{COMP_WORDS[@]::${{#COMP_WORDS[@]}}-1}}")
COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
$(complete -p perceptron-gui | sed 's/.*-F \\([^ ]*\\).*/\\1/')
if [ ${{#COMPREPLY[@]}} -eq 0 ]; then compgen -f -- "${{COMP_WORDS[COMP_CWORD]}}"; fi
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.mark.program
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(("typed", "found"), COMPLETED, ids=[typed for typed, _ in COMPLETED])
def test_bash_completes_commands_options_and_their_words(
    typed: str, found: set[str], script: Path
) -> None:
    line = shlex.quote(f"perceptron-gui {typed}")
    program = COMPLETE.format(script=shlex.quote(str(script)), line=line)
    done = subprocess.run(
        ["bash", "--norc", "-c", program], cwd=script.parent, capture_output=True, text=True
    )
    assert done.stderr == ""
    assert set(done.stdout.split()) == found


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_is_told_of_every_command_option_and_name(shell: str, cli: Cli) -> None:
    words = set(cli("completion", shell).replace('"', " ").replace("'", " ").split())
    known = {*COMMANDS, *VIEWS, *LIBRARY, *LABORATORIES, *RULE_NAMES}
    assert known <= words
    for name in parsers()["run"].added:
        assert name in words or {"-l", name[2:]} <= words or name == "-h"
    assert "--outlines" not in words and "outlines" not in words  # an old name


def test_another_shell_is_refused_with_those_that_are_known(capsys: Capture) -> None:
    assert main(["completion", "tcsh"]) == 2
    assert "bash, zsh, fish" in capsys.readouterr().err


def test_every_rule_is_offered_by_its_name() -> None:
    assert {OPTIONS["rule"].kind.to_text(name) for name in RULES} == RULE_NAMES
    assert "pla" not in RULE_NAMES
