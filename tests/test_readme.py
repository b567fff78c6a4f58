"""What the README and the manual show is what the program does: commands, numbers and files."""

from __future__ import annotations

import doctest
import re
import shlex
import sys
from pathlib import Path
from types import ModuleType

import matplotlib
import pytest

import perceptron_gui
from perceptron_gui import notebook
from perceptron_gui.api import classifier, functions, trained_run
from perceptron_gui.api.trained_run import PUBLIC
from perceptron_gui.base.resources import VERSION, page_names, read_page
from perceptron_gui.cli import COMMANDS, main
from perceptron_gui.core.data.library import LIBRARY
from perceptron_gui.document.model.session import read_session
from perceptron_gui.labs.registry import LABORATORIES, VIEWS
from perceptron_gui.lessons.lesson import check_lesson
from perceptron_gui.lessons.reader import read_lesson
from perceptron_gui.terminal.lessons import COMMANDS as LESSON_COMMANDS

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "perceptron_gui"
LABS = [row.load() for row in LABORATORIES.values()]
README = (ROOT / "README.md").read_text(encoding="utf-8")
TEXTS = {"README": README, **{name: read_page(name).text for name in page_names()}}
# A sample with its output, a command in a sentence, or a line of a list of commands.
COMMAND = re.compile(
    r"^\$ perceptron-gui (?P<sample>.*)\n(?P<shown>(?:(?!```|\$ ).*\n)+)"
    r"|`perceptron-gui (?P<inline>[^`]+)`"
    r"|^perceptron-gui (?P<listed>\S.*?)(?:  .*)?$",
    re.MULTILINE,
)
EXAMPLES = {
    "VIEW DATA": "norms and --out norms.csv",
    "DATA": "and",
    "EXPERIMENT": "orders",
    "SHELL": "bash",
}
OPENS_A_WINDOW = "FILE"

sys.path.insert(0, str(ROOT / "scripts"))
try:
    import gallery
    import man
    import manual
finally:  # scripts/test.py must not hide Python's own module from other tests
    sys.path.remove(str(ROOT / "scripts"))


def words_of(command: str) -> list[str]:
    """Return what is typed: examples for the words in capitals, nothing for those in brackets."""
    for word, example in EXAMPLES.items():
        command = command.replace(word, example)
    return shlex.split(re.sub(r"\[\w+\]", "", command))


# What the page on the lectures claims of its commands is in tests/figures.
@pytest.mark.parametrize(
    "name", [name for name in TEXTS if name != "lectures" and COMMAND.search(TEXTS[name])]
)
def test_every_command_runs_and_prints_what_is_shown(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for file, content in re.findall(
        r"`(\w+\.csv)` of page.*?```\n(.*?)```", TEXTS[name], re.DOTALL
    ):
        Path(file).write_text(content, encoding="utf-8")
    for match in COMMAND.finditer(TEXTS[name]):
        command = match["sample"] or match["inline"] or match["listed"]
        if command == OPENS_A_WINDOW:
            continue
        words = words_of(command)
        # What is drawn with pens takes long; the numbers are the same.
        if name == "gallery":
            words[-1] = f"{words[-1]}.csv"
        assert main(words) == 0, command
        printed = capsys.readouterr().out
        begin, *later = (match["shown"] or "").split("…\n")  # for what is left out
        assert printed.startswith(begin)
        assert all(part in printed for part in later)


def test_the_python_samples_are_true() -> None:
    texts = [
        text for name, text in TEXTS.items() if name not in ("notebooks", "python", "extending")
    ]
    samples = re.findall(r"```python\n(.*?)```", "".join(texts), re.DOTALL)
    assert len(samples) == 2
    for sample in samples:
        names: dict[str, object] = {}
        exec(sample, names)  # our own words
        run = names["run"]
        assert run.outcome.status == "cycle"  # type: ignore[attr-defined]
        assert run.recurrence.period_visits == 4  # type: ignore[attr-defined]


def test_the_cells_of_the_notebook_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    cells = re.findall(r"```python\n(.*?)```", TEXTS["notebooks"], re.DOTALL)
    assert len(cells) == 4
    exec("".join(cells), {})  # our own words, one after the other
    assert {path.name for path in tmp_path.iterdir()} == {"norms.pdf", "norms.svg"}


def test_the_programs_of_the_page_on_python_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    matplotlib.use("agg")
    page = TEXTS["python"].partition("<!-- reference -->")[0]
    programs = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(programs) == 3
    exec("".join(programs), {})  # our own words, one after the other
    assert {path.name for path in tmp_path.iterdir()} == {"moons.pdf", "panels.pdf"}


def test_the_page_on_python_names_all_that_is_public() -> None:
    names = {*perceptron_gui.__all__, *PUBLIC} - {"__version__"}
    told = re.findall(r"^### (\w+)$|^\| `run\.(\w+)", TEXTS["python"], re.MULTILINE)
    assert sorted(map("".join, told)) == sorted(names)


@pytest.mark.parametrize("module", [functions, classifier, trained_run, notebook])
def test_the_examples_of_docstrings_are_true(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 1 and result.failed == 0


def test_the_session_that_is_shown_opens() -> None:
    (sample,) = re.findall(r"```json\n(.*?)```", TEXTS["formats"], re.DOTALL)
    session = read_session(sample, "formats.md")
    assert session.rules[0].tie == "minus"
    assert len(session.dataset) == 4


def test_the_lesson_that_is_shown_is_true() -> None:
    (sample,) = re.findall(r"```toml\n(.*?)```", TEXTS["lessons"], re.DOTALL)
    checked = check_lesson(read_lesson(sample, "lessons.md"))
    assert [str(finding) for _, finding in checked.wrong] == []
    assert checked.count == 9


def test_every_command_and_every_laboratory_has_its_place() -> None:
    listed = {match["listed"] for match in COMMAND.finditer(TEXTS["command-line"])} - {None}
    assert {command.split()[0] for command in listed} == set(COMMANDS)
    for name in LABORATORIES:
        assert f"`perceptron-gui lab {name} " in TEXTS["experiments"]


def test_every_option_that_is_named_exists(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--help"])
    for command in ("run", "figure", "check", "datasets", "actions"):
        main([command, "--help"])
    for name in LABORATORIES:
        main(["lab", name, "--help"])
    for word in LESSON_COMMANDS:
        main(["lessons", word, "--help"])
    files = [*ROOT.glob("scripts/**/*.py"), *ROOT.glob("scripts/**/*.sh")]
    scripts = "".join(path.read_text(encoding="utf-8") for path in files)
    option = r"--[a-z][a-z0-9-]*"
    known = set(re.findall(option, capsys.readouterr().out)) | {"--rule"}
    known |= set(re.findall(f'[" ]({option})', scripts))
    for name, text in TEXTS.items():
        named = set(re.findall(rf"`[^`\n]*?({option})", text))
        assert named - known == set(), name


def test_every_script_and_file_that_is_named_exists() -> None:
    for name, text in TEXTS.items():
        for path in re.findall(r"\b(?:scripts|tests)/[\w/.-]*\w", text):
            assert (ROOT / path).exists(), f"{name}: {path}"


def test_every_folder_and_module_that_is_named_exists() -> None:
    for name in ("architecture", "extending"):
        named = set(re.findall(r"`((?:[\w-]+/)+(?:\w+\.\w+)?)`", TEXTS[name]))
        assert len(named) > 10
        for path in named:
            assert any((folder / path).exists() for folder in (ROOT, PACKAGE)), f"{name}: {path}"


def test_the_readme_is_short_and_its_links_and_pictures_are_there() -> None:
    assert len(README.splitlines()) <= 150
    targets = re.findall(r"\]\(([^)]+)\)", README)
    assert len(targets) > 10
    for target in targets:
        assert (ROOT / target).is_file(), target
    pages = {Path(target).stem for target in targets if target.startswith("resources/manual/")}
    assert pages == set(page_names())


def test_what_is_counted_in_the_readme_is_true() -> None:
    assert f"library of {len(LIBRARY)} named sets" in README
    assert f"{len(VIEWS)} views" in README


def test_every_picture_of_the_gallery_is_there_with_its_command() -> None:
    shown = re.findall(r"!\[.*?\]\(\.\./gallery/(\S+)\)\n\n`perceptron-gui (.*)`", TEXTS["gallery"])
    kept = {path.name for path in (ROOT / "resources" / "gallery").iterdir()}
    assert kept == {picture for picture, _ in shown}
    assert all(command.split()[-1] == picture for picture, command in shown)
    views = {command.split()[1] for _, command in shown}
    assert views == {name for name, view in VIEWS.items() if not view.is_table}


def test_what_scripts_write_into_the_manual_is_up_to_date() -> None:
    parts = [(page, make.__name__, make()) for page, make in manual.PARTS]
    for page, name, part in [*parts, ("gallery", "gallery", gallery.section())]:
        assert manual.replaced(TEXTS[page], name, part) == TEXTS[page], "run scripts/manual.py"
    assert man.PAGE.read_text(encoding="utf-8") == man.page(), "run scripts/manual.py"


def test_the_changelog_and_the_citation_are_of_this_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## \[(.+)\]", changes, re.MULTILINE)[0] == VERSION
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.+)$", citation, re.MULTILINE) == [VERSION]
