"""Write the parts of the manual that the program's own tables say: python scripts/manual.py

A part stands between `<!-- name -->` and `<!-- /name -->` in a page of resources/manual.
scripts/gallery.py and scripts/bench.py write theirs with the same function.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

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
    "export",
    "terminal",
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
    """Return the library, by group."""
    parts = []
    for title, entries in GROUPS.items():
        rows = []
        for entry in entries:
            more = f" {entry.remark}" if entry.remark else ""
            more += f" `{entry.usage}`." if entry.parameters else ""
            if entry.is_example:
                more += f" As in lecture {entry.lecture}: `{entry.options}`."
            elif entry.options:
                more += f" Try `{entry.options}`."
            rows.append((f"`{entry.name}`", entry.teaches + more, entry.source))
        parts.append(f"### {title}\n\n{table(('name', 'what it teaches', 'source'), rows)}")
    return "\n".join(parts)


def rules() -> str:
    """Return the rules with the options that are their own."""
    rows = (
        (f"`{name}`", rule.title, rule.meaning, ", ".join(f"`{each}`" for each in rule.uses))
        for name, rule in RULES.items()
    )
    return table(("--rule", "name", "what it does", "its own options"), rows)


def options() -> str:
    """Return every option of the rules."""
    rows = (
        (f"`{flag(name)}`", option.meaning, ", ".join(option.choices), str(option.default))
        for name, option in OPTIONS.items()
    )
    return table(("option", "meaning", "choices", "default"), rows)


def presets() -> str:
    """Return what the lectures do, and the options that their presets set."""
    rows = ((name, preset.sentence, f"`{preset.sets}`") for name, preset in PRESETS.items())
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


def lectures() -> str:
    """Return the lectures by their numbers."""
    return "".join(f"- **{name}**: {notation.lecture}\n" for name, notation in NOTATIONS.items())


def facts() -> str:
    """Return what lessons can claim."""
    rows = (
        (f"`{name}[i]`" if fact.index else f"`{name}`", fact.meaning, _about(fact.of_run))
        for name, fact in FACTS.items()
    )
    return table(("fact", "what it is", "about"), rows)


def _about(of_run: bool) -> str:
    return "the whole run" if of_run else "the place"


def folders() -> str:
    """Return every folder of the package with the first sentence of its docstring."""
    package = ROOT / "perceptron_gui"
    found = {path.parent.relative_to(package).as_posix(): path for path in package.rglob(_INIT)}
    del found["."]
    rows = []
    for name in sorted(found, key=lambda name: (_LAYERS.index(name.split("/")[0]), name)):
        said = ast.get_docstring(ast.parse(found[name].read_text(encoding="utf-8"))) or ""
        rows.append((f"`{name}/`", said.replace("\n", " ").partition(". ")[0].rstrip(".") + "."))
    return table(("folder", "what lives there"), rows)


PARTS: tuple[tuple[str, Callable[[], str]], ...] = (
    ("keys", keys),
    ("data", datasets),
    ("rules", rules),
    ("rules", options),
    ("rules", presets),
    ("figures", views),
    ("figures", formats),
    ("lectures", lectures),
    ("lessons", facts),
    ("architecture", folders),
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
    """Write every part that the program's tables say."""
    for page, make in PARTS:
        write_part(page, make.__name__, make())


if __name__ == "__main__":
    main()
