"""The package is plain Python: no tricks with other libraries, short functions, few arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "perceptron_gui"
MOST_LINES, MOST_ARGUMENTS = 60, 8
TRICKS = {"exec", "eval", "wrapInstance", "getsource", "pickle", "multiprocessing", "__import__"}
# Programs are told of errors by setting these: it is what they are for.
HOOKS = {"sys.excepthook", "threading.excepthook"}


def is_private(name: str) -> bool:
    return any(part.startswith("_") and not part.endswith("__") for part in name.split("."))


def foreign_names(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield what a module imports from other libraries: its name here, and its full name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [(each.asname or each.name.split(".")[0], each.name) for each in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names = [(one.asname or one.name, f"{node.module}.{one.name}") for one in node.names]
        else:
            continue
        yield from (pair for pair in names if not pair[1].startswith(("perceptron_gui", "__")))


def own_names(tree: ast.Module) -> set[str]:
    """Return every name that a module defines or sets."""
    names = {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute) and is_set(n)}
    names |= {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and is_set(n)}
    defined = ast.FunctionDef, ast.ClassDef
    return names | {n.name for n in ast.walk(tree) if isinstance(n, defined)}


def is_set(node: ast.Attribute | ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def tricks_in(tree: ast.Module) -> Iterator[str]:
    foreign, own = dict(foreign_names(tree)), own_names(tree)
    yield from (f"imports {name}" for name in foreign.values() if is_private(name))
    yield from (part for name in foreign.values() for part in name.split(".") if part in TRICKS)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in TRICKS:
            yield node.id
        if not isinstance(node, ast.Attribute):
            continue
        name = ast.unparse(node)
        if is_set(node) and name.split(".")[0] in foreign and name not in HOOKS:
            yield f"sets {name}"
        elif node.attr in TRICKS - {"exec"}:  # Qt has an exec of its own
            yield node.attr
        elif is_private(node.attr) and node.attr not in own and name.split(".")[0] != "self":
            yield f"reads {name}"


def sizes_in(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            taken = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            count = len([each for each in taken if each.arg not in ("self", "cls")])
            if count > MOST_ARGUMENTS:
                yield f"{node.name} has {count} arguments"
            if node.end_lineno and node.end_lineno - node.lineno >= MOST_LINES:
                yield f"{node.name} is longer than {MOST_LINES} lines"


def test_nothing_is_patched_private_or_too_long() -> None:
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        tree, name = ast.parse(path.read_text(encoding="utf-8")), path.relative_to(PACKAGE)
        sizes = [] if name.parts[:2] == ("core", "kernels") else sizes_in(tree)
        found[name.as_posix()] = [*tricks_in(tree), *sizes]
    assert {name: faults for name, faults in found.items() if faults} == {}


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("import os\nos.sep = '/'", "sets os.sep"),
        ("from matplotlib._mathtext import Fonts", "imports matplotlib._mathtext.Fonts"),
        ("import argparse\nargparse.x._actions", "reads argparse.x._actions"),
        ("import pickle", "pickle"),
        ("eval('1')", "eval"),
        ("shiboken.wrapInstance(1, int)", "wrapInstance"),
    ],
)
def test_every_trick_is_found(code: str, fault: str) -> None:
    assert list(tricks_in(ast.parse(code))) == [fault]
