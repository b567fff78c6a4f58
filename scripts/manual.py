"""Write the parts of the manual that the program's own tables say: python scripts/manual.py

A part stands between `<!-- name -->` and `<!-- /name -->` in a page of resources/manual.
scripts/gallery.py and scripts/bench.py write theirs with the same function.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import man
import schemas
import signatures

import perceptron_gui
from perceptron_gui.api.trained_run import PUBLIC, TrainedRun
from perceptron_gui.app.window.actions import MENUS, actions
from perceptron_gui.base.errors import flag
from perceptron_gui.core.data.library import GROUPS
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.rules.rule import OPTIONS
from perceptron_gui.export.formats.formats import FORMATS
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.lectures.presets import PRESETS
from perceptron_gui.lessons.facts import FACTS
from tests.extending import toy_rule as toy_rules

ROOT = Path(__file__).resolve().parent.parent
_INIT = "__init__.py"
_QT_FREE = [
    "base",
    "core",
    "lectures",
    "theory",
    "figures",
    "labs",
    "document",
    "lessons",
    "exercises",
    "export",
    "terminal",
    "api",
]
_LAYERS = [*_QT_FREE, "training", "views", "app"]
MANUAL = ROOT / "resources" / "manual"


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [columns, ["---"] * len(columns), *rows]
    cells = ([cell.replace("|", "\\|") for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in cells) + "\n"


def keys() -> str:
    """Return every action with its keys, by menu."""
    parts = []
    for menu in MENUS:
        rows = [
            (spec.name, ", ".join(f"`{key}`" for key in spec.keys), spec.tip)
            for spec in actions()
            if spec.menu == menu
        ]
        parts.append(f"## {menu}\n\n{table(('action', 'keys', 'what it does'), rows)}")
    return "\n".join(parts)


def datasets() -> str:
    """Return the library, by group; `perceptron-gui datasets` tells the sources."""
    parts = []
    for title, entries in GROUPS.items():
        rows = []
        for entry in entries:
            more = f" {entry.remark}" if entry.remark else ""
            more += f" `{entry.usage}`." if entry.parameters else ""
            if entry.is_example:
                more += f" As in its lecture: `{entry.options}`."
            elif entry.options:
                more += f" Try `{entry.options}`."
            rows.append((f"`{entry.name}`", entry.teaches + more))
        parts.append(f"### {title}\n\n{table(('name', 'what it teaches'), rows)}")
    return "\n".join(parts)


def rules() -> str:
    """Return the rules with the options that are their own."""
    typed = OPTIONS["rule"].kind.to_text
    rows = (
        (f"`{typed(name)}`", rule.title, rule.meaning, ", ".join(f"`{each}`" for each in rule.uses))
        for name, rule in RULES.items()
    )
    return table(("--rule", "name", "what it does", "its own options"), rows)


def options() -> str:
    """Return every option of the rules."""
    rows = []
    for name, option in OPTIONS.items():
        words = option.kind.offered or option.choices
        default = option.kind.to_text(option.default)
        rows.append((f"`{flag(name)}`", option.meaning, ", ".join(words), default))
    return table(("option", "meaning", "choices", "default"), rows)


def presets() -> str:
    """Return what the lectures do, and the options that their presets set."""
    rows = (
        (NOTATIONS[name].title, preset.sentence, f"`{preset.sets}`")
        for name, preset in PRESETS.items()
    )
    return table(("lecture", "what it does", "what is set"), rows)


def views() -> str:
    """Return every view with its sentence."""
    return table(("view", "what it shows"), ((f"`{n}`", v.shows) for n, v in VIEWS.items()))


def formats() -> str:
    """Return the endings of files with what they are for."""
    rows = []
    for ending, row in FORMATS.items():
        holds = [word for word in ("figures", "tables") if getattr(row, word)]
        carries = "yes" if row.session_in or ending == "json" else "no"
        rows.append((f"`.{ending}`", row.meaning, " and ".join(holds), carries))
    return table(("ending", "what it is", "of", "reopens as a session"), rows)


def facts() -> str:
    """Return what lessons can claim: of a whole run, and of a visit."""
    parts = []
    for title, of_run in (("whole run", True), ("visit", False)):
        rows = [
            (f"`{name}[i]`" if fact.index else f"`{name}`", fact.meaning)
            for name, fact in FACTS.items()
            if fact.of_run is of_run
        ]
        parts.append(table((f"fact about the {title}", "meaning"), rows))
    return "\n".join(parts)


def folders() -> str:
    """Return the folders of the package with the first sentences of their docstrings."""
    package = ROOT / "perceptron_gui"
    rows = []
    for name in _LAYERS:
        said = ast.get_docstring(ast.parse((package / name / _INIT).read_text(encoding="utf-8")))
        first = (said or "").replace("\n", " ").partition(". ")[0].rstrip(".")
        rows.append((f"`{name}/`", f"{first}."))
    return table(("folder", "what lives there"), rows)


def toy_data() -> str:
    """Return the row of a data set that tests add."""
    return _code(_definition("test_view_data_and_format.py", "PAIR"))


def toy_view() -> str:
    """Return the view that tests add."""
    return _code(_example("toy_view.py"))


def toy_format() -> str:
    """Return the format that tests add: its writer and its row."""
    names = ("write_toy", "TOY_FORMAT")
    return _code("\n\n\n".join(_definition("test_view_data_and_format.py", name) for name in names))


def toy_rule() -> str:
    """Return the rule that tests add, file by file."""
    return "\n".join(
        f"In `{name}`:\n\n{_code(chr(10).join(map(textwrap.dedent, places.values())))}"
        for name, places in toy_rules.ADDED.items()
    )


def toy_lab() -> str:
    """Return the experiment that tests add."""
    return _code(_example("toy_lab.py"))


def reference() -> str:
    """Return the functions and classes for Python with their signatures and docstrings."""
    parts = []
    for name in ("train", "check", "load", "draw", "PerceptronClassifier", "TrainedRun"):
        public = getattr(perceptron_gui, name)
        text = inspect.getdoc(public) or ""
        if name != "train":  # which lists them once for all
            text = re.sub(
                r"(?s)Options of the rule:\n.*", "The options are those of `train`.", text
            )
        call = "" if public is TrainedRun else f"{_code(_call(name, public))}\n"
        parts.append(f"### {name}\n\n{call}{_described(text)}")
    return "\n".join(parts)


def members() -> str:
    """Return what is public of a run."""
    return table(("of a run", "what it is"), map(_member, PUBLIC))


# What a run sets itself, so that it has no docstring.
_SET = {
    "dataset": "The points, labels −1/+1, and names.",
    "rule": "The rule with every option.",
    "status": "How it ended: `converged`, `cycle` or `budget` (a limit).",
}


def _member(name: str) -> tuple[str, str]:
    if name in _SET:
        return f"`run.{name}`", _SET[name]
    found = getattr(TrainedRun, name)
    said = (inspect.getdoc(found) or "").partition("\n\n")[0].replace("\n", " ")
    called = name if isinstance(found, property) else _call(name, found)
    return f"`run.{called}`", said


def _call(name: str, public: Any) -> str:
    """Return a call with every parameter and its default, in lines that fit the page."""
    taken = []
    for each in inspect.signature(public).parameters.values():
        if each.name == "self":
            continue
        has_default = each.default is not each.empty and each.kind != each.VAR_KEYWORD
        default = f"={each.default!r}" if has_default else ""
        stars = "**" if each.kind == each.VAR_KEYWORD else ""
        taken.append(f"{stars}{each.name}{default}")
    return textwrap.fill(f"{name}({', '.join(taken)})", 96, subsequent_indent="    ")


def _described(text: str) -> str:
    """Return a docstring in Markdown: parameters in lists, examples as code."""
    parts = []
    for paragraph in text.split("\n\n"):
        if paragraph.startswith(">>> "):
            parts.append(f"```pycon\n{paragraph}\n```")
        elif re.match(r"\w+: ", paragraph):
            items = re.sub(r"\n +", " ", paragraph).split("\n")
            pairs = (item.split(": ", 1) for item in items)
            parts.append("\n".join(f"- `{name}`: {said}" for name, said in pairs))
        else:
            parts.append(paragraph)
    return "\n\n".join(parts) + "\n"


def _example(file: str) -> str:
    return (ROOT / "tests" / "extending" / file).read_text(encoding="utf-8")


def _definition(file: str, name: str) -> str:
    """Return the source of one name that a test defines."""
    source = _example(file)
    for node in ast.parse(source).body:
        targets = node.targets if isinstance(node, ast.Assign) else [node]
        if any(name in (getattr(each, "id", ""), getattr(each, "name", "")) for each in targets):
            return ast.get_source_segment(source, node) or ""
    raise LookupError(f"{file} does not define {name}")


def _code(source: str) -> str:
    return f"```python\n{source.strip()}\n```\n"


PARTS: tuple[tuple[str, Callable[[], str]], ...] = (
    ("keys", keys),
    ("data", datasets),
    ("rules", rules),
    ("rules", options),
    ("rules", presets),
    ("figures", views),
    ("figures", formats),
    ("lessons", facts),
    ("architecture", folders),
    ("python", reference),
    ("python", members),
    ("extending", toy_data),
    ("extending", toy_view),
    ("extending", toy_format),
    ("extending", toy_rule),
    ("extending", toy_lab),
)


def replaced(text: str, name: str, part: str) -> str:
    """Return a text in which one part is another."""
    opening, closing = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    before, found, rest = text.partition(opening)
    _, ended, end = rest.partition(closing)
    if not (found and ended):
        raise LookupError(f"there is no part {opening.strip()}")
    return f"{before}{opening}{part.rstrip()}\n{closing}{end}"


def write_part(page: str, name: str, part: str) -> None:
    """Write one part of a page; everything else in it stays."""
    path = MANUAL / f"{page}.md"
    text = replaced(path.read_text(encoding="utf-8"), name, part)
    path.write_text(text, encoding="utf-8")


def main() -> None:
    """Write all that the program's tables say: manual, signatures, the page for man, schemas."""
    signatures.main()
    man.main()
    schemas.main()
    for page, make in PARTS:
        write_part(page, make.__name__, make())


if __name__ == "__main__":
    main()
