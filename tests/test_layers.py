"""Who may import whom, what a folder is, and that the command line stays light."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from .package import PACKAGE, ROOT, sources, trees

OURS = PACKAGE.name

# What each part may import of ours besides itself; one that is not named here may import nothing.
LAYERS = {
    "base": set(),
    "core": {"base"},
    "lectures": {"base", "core"},
    "theory": {"base", "core", "lectures"},
    "figures": {"base", "core", "lectures", "theory"},
    "labs": {"base", "core", "lectures", "theory", "figures"},
    "document": {"base", "core", "lectures"},
    "export": {"base", "core", "lectures", "theory", "figures", "labs", "document", "lessons"}
    | {"exercises"},
    "lessons": {"base", "core", "lectures", "theory", "figures", "labs", "document"},
    "exercises": {"base", "core"},
    "training": {"base", "core", "labs"},
    "views": {"base", "core", "lectures", "theory", "figures", "labs", "lessons", "export"}
    | {"exercises"},
    "": {"base", "api", "notebook"},  # perceptron_gui/__init__.py
    "api": {"base", "core", "theory", "document", "terminal"},
    "terminal": {"base", "core", "lectures", "theory", "figures", "labs", "document", "export"}
    | {"lessons", "exercises"},
    "cli": {"base", "core", "figures", "labs", "document", "export", "terminal"},
    "notebook": {"base", "core", "figures", "labs", "document", "export", "terminal"},
    "__main__": {"cli"},
}
MOST_FILES = 12
# What may be imported inside functions besides: the command line opens the window.
WINDOW = {"app", "training", "views"}
LAZILY = {"cli": WINDOW}
# What takes long to import, and who may import it.
SLOW: dict[str, set[str]] = {
    **dict.fromkeys(("PySide6", "shiboken6", "pyqtgraph"), WINDOW),
    "numba": {"core"},
    "matplotlib": {"export"},
    "contourpy": {"figures"},
    "flint": {"base"},
    "typst": {"export"},
    "scipy": set(),
    "sklearn": {"api"},
    "pandas": {"api"},
}
PRIVATE_GENERATORS = {"Generator", "PCG64", "BitGenerator", "SeedSequence", "default_rng"}


@dataclass(frozen=True)
class Import:
    """One imported name: where it stands, what it is, whether a function imports it."""

    file: str
    line: int
    name: str  # absolute and dotted
    lazy: bool
    for_types: bool = False  # only read by type checkers

    @property
    def folder(self) -> str:
        """The folder that imports, dotted."""
        return ".".join(self.file.split("/")[:-1])

    @property
    def layer(self) -> str:
        """The part of the package that imports; the package itself is ""."""
        return layer_of(self.file.removesuffix(".py").split("/"))

    @property
    def target(self) -> list[str] | None:
        """What is imported of ours, or None for a stranger."""
        first, *parts = self.name.split(".")
        return parts if first == OURS else None

    def __str__(self) -> str:
        return f"{self.file}:{self.line} imports {self.name}"


def folder_of(parts: list[str]) -> str:
    """Return the innermost folder of the package that a path begins with."""
    while parts and not PACKAGE.joinpath(*parts).is_dir():
        parts = parts[:-1]
    return ".".join(parts)


def layer_of(parts: list[str]) -> str:
    """Return the folder or module of the package that a path begins with."""
    first = parts[0] if parts else ""
    exists = (PACKAGE / first).is_dir() or (PACKAGE / f"{first}.py").is_file()
    # Any other name is one that perceptron_gui/__init__.py defines.
    return first if exists and first != "__init__" else ""


def imports_of(tree: ast.Module, file: str) -> Iterator[Import]:
    """Yield every import of a file; `file` is its path inside the package."""
    folder = [OURS, *file.split("/")[:-1]]

    def walk(node: ast.AST, lazy: bool, for_types: bool) -> Iterator[Import]:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(file, node.lineno, alias.name, lazy, for_types)
        elif isinstance(node, ast.ImportFrom):
            base = folder[: len(folder) - node.level + 1] if node.level else []
            for alias in node.names:
                parts = [*base, *([node.module] if node.module else []), alias.name]
                yield Import(file, node.lineno, ".".join(parts), lazy, for_types)
        lazy = lazy or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for_types |= isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for child in ast.iter_child_nodes(node):
            yield from walk(child, lazy, for_types)

    yield from walk(tree, False, False)


@cache
def all_imports() -> list[Import]:
    return [found for file, tree in trees().items() for found in imports_of(tree, file)]


def allowed(found: Import) -> bool:
    """Tell whether the layers allow an import of ours."""
    if found.target is None or found.layer == "app":
        return True
    may = {found.layer} | LAYERS.get(found.layer, set())
    may |= LAZILY.get(found.layer, set()) if found.lazy else set()
    return layer_of(found.target) in may


@pytest.mark.parametrize(
    ("file", "line", "name", "lazy"),
    [
        ("core/run.py", "from . import kernels", "perceptron_gui.core.kernels", False),
        ("core/run.py", "from ..views import pen", "perceptron_gui.views.pen", False),
        ("core/run.py", "import numpy.random as r", "numpy.random", False),
        ("core/run.py", "def f():\n    import numba", "numba", True),
    ],
)
def test_imports_are_read_whatever_their_form(file: str, line: str, name: str, lazy: bool) -> None:
    (found,) = imports_of(ast.parse(line), file)
    assert (found.name, found.lazy) == (name, lazy)


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("core/run.py", "from ..document import sources"),
        ("core/run.py", "def f():\n    from ..cli import main"),
        ("progress.py", "from .document.sources import load_data"),
    ],
)
def test_imports_that_point_down_would_be_found(file: str, line: str) -> None:
    (found,) = imports_of(ast.parse(line), file)
    assert not allowed(found)


def test_imports_point_up_only() -> None:
    found = all_imports()
    assert len(found) > 100
    assert [str(each) for each in found if not allowed(each)] == []


def test_every_part_of_the_package_has_its_place() -> None:
    parts = {layer_of(file.removesuffix(".py").split("/")) for file in sources()}
    assert parts - {"app"} <= set(LAYERS)


@cache
def between_folders() -> list[tuple[Import, str]]:
    """Return the imports from another folder of the package, but for types, and that folder."""
    ours = [each for each in all_imports() if each.target is not None and not each.for_types]
    pairs = [(each, folder_of(each.target or [])) for each in ours]
    return [(each, folder) for each, folder in pairs if folder != each.folder]


def test_no_folders_import_each_other() -> None:
    graph: dict[str, set[str]] = defaultdict(set)
    for each, folder in between_folders():
        graph[each.folder].add(folder)
    TopologicalSorter(graph).prepare()


def folders() -> dict[str, Path]:
    """Return every folder of the package by its dotted name; the package itself is ""."""
    found = [path.parent for path in sorted(PACKAGE.rglob("__init__.py"))]
    return {".".join(path.relative_to(PACKAGE).parts): path for path in found}


def statement(folder: Path) -> str:
    """Return what a folder says of itself, on one line."""
    tree = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
    return " ".join((ast.get_docstring(tree) or "").split())


def test_a_folder_is_one_idea_and_says_which() -> None:
    files = {name: list(path.glob("[!_]*.py")) for name, path in folders().items()}
    assert {name: len(found) for name, found in files.items() if len(found) > MOST_FILES} == {}
    lacking = [
        name for name, path in folders().items() if len(re.findall(r"\.( |$)", statement(path))) < 2
    ]
    assert lacking == []


def test_folders_say_truly_who_imports_them() -> None:
    importers: dict[str, set[str]] = defaultdict(set)
    for each, folder in between_folders():
        for name in (folder, folder.partition(".")[0]):
            importers[name].add(each.folder or each.file.removesuffix(".py"))
    false = [
        f"{name} is not imported by {said}"
        for name, path in folders().items()
        for said in re.findall(r"`([\w.]+)`", statement(path).partition("mported by")[2])
        if not any(f"{one}.".startswith(f"{said}.") for one in importers[name])
    ]
    assert false == []


def test_no_public_class_name_exists_twice() -> None:
    names = Counter(
        node.name
        for tree in trees().values()
        for node in tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, times in names.items() if times > 1] == []


def test_qt_and_slow_libraries_are_imported_where_they_belong() -> None:
    wrong = [
        str(each)
        for each in all_imports()
        if each.layer not in SLOW.get(each.name.split(".")[0], {each.layer}) and not each.for_types
    ]
    assert wrong == []


def global_random(tree: ast.Module) -> list[str]:
    """Return every use of a random generator that the whole program shares."""
    names = [each.name for each in imports_of(tree, "x.py")]
    found = [name for name in names if name.split(".")[0] == "random"]
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute):
            shared = node.value.attr == "random" and ast.unparse(node.value.value)
            if shared in ("np", "numpy") and node.attr not in PRIVATE_GENERATORS:
                found.append(ast.unparse(node))
    return found


def test_the_global_random_generator_is_not_used() -> None:
    assert global_random(ast.parse("import random")) == ["random"]
    seeded = ast.parse("np.random.seed(0); np.random.default_rng(0)")
    assert global_random(seeded) == ["np.random.seed"]
    uses = [f"{file}: {use}" for file, tree in trees().items() for use in global_random(tree)]
    assert uses == []


def loaded_after(code: str) -> set[str]:
    """Run code in a fresh Python and return the top-level modules it has loaded by then."""
    report = "\nimport sys\nsys.stderr.write(' '.join({m.split('.')[0] for m in sys.modules}))"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code + report],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


@pytest.mark.program
def test_the_command_line_is_imported_without_anything_slow() -> None:
    assert loaded_after("import perceptron_gui.cli") & {*SLOW} == set()
    assert loaded_after("import perceptron_gui") & {"numpy", *SLOW} == set()


@pytest.mark.program
def test_the_names_for_python_load_nothing_slow() -> None:
    fit = "PerceptronClassifier().fit(*load('iris'))"
    assert loaded_after(f"from perceptron_gui import *\n{fit}") & {*SLOW} == set()


@pytest.mark.program
@pytest.mark.parametrize("argv", [["run", "xor"], ["run", "xor", "--json", "-"], ["check", "and"]])
def test_a_small_run_loads_nothing_slow(argv: list[str]) -> None:
    loaded = loaded_after(f"from perceptron_gui.cli import main\nassert main({argv}) == 0")
    assert "numpy" in loaded
    assert loaded & {*SLOW} == set()
