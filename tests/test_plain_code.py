"""The package is plain Python: no tricks with other libraries, no long functions, on any system."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator

import pytest

from .package import PACKAGE, sources, trees

MOST_LINES, MOST_ARGUMENTS = 60, 8
# They have every option as a keyword of its own, as declared: see scripts/signatures.py.
SPELT_OUT = {
    "api/functions.py": ["train has 30 arguments", "train is longer than 60 lines"],
    "notebook.py": ["draw has 13 arguments"],
}
TRICKS = {"exec", "eval", "wrapInstance", "getsource", "pickle", "multiprocessing", "__import__"}
# Programs are told of errors by setting these: it is what they are for.
HOOKS = {"sys.excepthook", "threading.excepthook"}
# What Windows has not, or has and means something else by.
MODULES = {"fcntl", "grp", "pty", "pwd", "readline", "resource", "termios", "tty", "syslog"}
NAMES = {
    "os": {
        "chown", "fchmod", "fchown", "fork", "forkpty", "getegid", "geteuid", "getgid",
        "getloadavg", "getpgid", "getuid", "kill", "killpg", "link", "mkfifo", "nice", "setsid",
        "statvfs", "symlink", "sync", "sysconf", "uname", "wait", "waitpid",
    },
    "signal": {
        "SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGSTOP",
        "SIGUSR1", "SIGUSR2", "alarm", "pause", "pthread_kill", "setitimer",
    },
    "time": {"tzset", "clock_gettime"},
    "socket": {"AF_UNIX"},
}  # fmt: skip
GUARDS = ("os.name", "sys.platform")
MISSING = ("ImportError", "AttributeError", "ModuleNotFoundError")


def is_private(name: str) -> bool:
    return any(part.startswith("_") and not part.endswith("__") for part in name.split("."))


def foreign_names(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, str]]:
    """Yield what a module imports from other libraries: its name here, and its full name."""
    for node in nodes:
        if isinstance(node, ast.Import):
            names = [(each.asname or each.name.split(".")[0], each.name) for each in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names = [(one.asname or one.name, f"{node.module}.{one.name}") for one in node.names]
        else:
            continue
        yield from (pair for pair in names if not pair[1].startswith(("perceptron_gui", "__")))


def own_names(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield every name that a module defines or sets."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Attribute | ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.attr if isinstance(node, ast.Attribute) else node.id


def tricks_in(tree: ast.Module) -> Iterator[str]:
    nodes = list(ast.walk(tree))
    foreign, own = dict(foreign_names(nodes)), set(own_names(nodes))
    yield from (f"imports {name}" for name in foreign.values() if is_private(name))
    yield from (part for name in foreign.values() for part in name.split(".") if part in TRICKS)
    for node in nodes:
        if isinstance(node, ast.Name) and node.id in TRICKS:
            yield node.id
        if not isinstance(node, ast.Attribute):
            continue
        is_set = isinstance(node.ctx, ast.Store)
        if node.attr in TRICKS - {"exec"}:  # Qt has an exec of its own
            yield node.attr
        elif is_set or (is_private(node.attr) and node.attr not in own):
            name = ast.unparse(node)
            first = name.split(".")[0]
            if is_set and first in foreign and name not in HOOKS:
                yield f"sets {name}"
            elif not is_set and first != "self":
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


def posix_only(node: ast.AST) -> bool:
    """Tell whether a node uses what only POSIX has."""
    if isinstance(node, ast.Import):
        return any(alias.name.partition(".")[0] in MODULES for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        lacking = NAMES.get(node.module or "", set())
        return node.module in MODULES or any(alias.name in lacking for alias in node.names)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.attr in NAMES.get(node.value.id, ())
    return False


def guards(node: ast.AST) -> bool:
    """Tell whether what is in this node runs only on the systems, or with the modules, it names."""
    if isinstance(node, ast.If):
        return any(guard in ast.unparse(node.test) for guard in GUARDS)
    if isinstance(node, ast.Try):
        caught = [ast.unparse(each.type) for each in node.handlers if each.type]
        return any(name in words for name in MISSING for words in caught)
    if isinstance(node, ast.FunctionDef):  # one that returns at once on other systems
        asks = [step for step in node.body if isinstance(step, ast.If) and guards(step)]
        return any(isinstance(step.body[-1], ast.Return) for step in asks)
    return False


def unguarded(node: ast.AST) -> Iterator[str]:
    """Yield what a system may lack, and is used without asking for the system first."""
    if posix_only(node):
        yield ast.unparse(node)
    for child in ast.iter_child_nodes(node):
        if not guards(child):
            yield from unguarded(child)


def faults(find: Callable[[ast.Module], Iterable[str]]) -> dict[str, list[str]]:
    """Return what is found in every file of the package, where there is something."""
    found = {file: list(find(tree)) for file, tree in trees().items()}
    return {file: each for file, each in found.items() if each}


def test_nothing_is_patched_or_private() -> None:
    assert faults(tricks_in) == {}


def test_no_function_is_too_long() -> None:
    found = faults(sizes_in)
    plain = {file: each for file, each in found.items() if not file.startswith("core/kernels/")}
    assert plain == SPELT_OUT


def test_the_program_asks_nothing_of_a_system_that_others_lack() -> None:
    assert len(trees()) > 200
    assert faults(unguarded) == {}


def test_no_two_files_of_the_package_differ_by_case_only() -> None:
    names = [path.relative_to(PACKAGE).as_posix().lower() for path in PACKAGE.rglob("*")]
    assert len(names) == len(set(names)) > len(sources())


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


@pytest.mark.parametrize(
    ("source", "is_found"),
    [
        ("import fcntl", True),
        ("from os import fork", True),
        ("os.kill(pid, signal.SIGTERM)", True),
        ("try:\n    import fcntl\nexcept ImportError:\n    pass", False),
        ("if os.name != 'nt':\n    os.geteuid()", False),
        ("def f():\n    if os.name == 'nt':\n        return 1\n    return os.getuid()", False),
        ("def f():\n    if is_late:\n        return 1\n    return os.getuid()", True),
        ("os.replace(a, b)", False),
    ],
)
def test_calls_of_one_system_are_found(source: str, is_found: bool) -> None:
    assert bool(list(unguarded(ast.parse(source)))) is is_found
