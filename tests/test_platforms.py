"""What cannot be run here is read: no call that another system lacks, no encoding left to it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "perceptron_gui"
FILES = sorted(PACKAGE.rglob("*.py"))
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
# Where none of these words stands, nothing of the kind is used: most files need not be parsed.
SYSTEM_WORDS = re.compile(rf"\b(?:{'|'.join([*MODULES, *NAMES])})\b")
TEXT_WORDS = re.compile(r"\bopen\(|_text\(|\btext=|universal_newlines=")
TEXT_MODE = re.compile(r"[rwxa]\+?t?\+?")
GUARDS = ("os.name", "sys.platform")
MISSING = ("ImportError", "AttributeError", "ModuleNotFoundError")


def parents_of(tree: ast.AST) -> dict[ast.AST, ast.AST]:
    return {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}


def posix_only(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield every use of what only POSIX has."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            if MODULES & {alias.name.partition(".")[0] for alias in node.names}:
                yield node
        elif isinstance(node, ast.ImportFrom):
            named = {alias.name for alias in node.names}
            if node.module in MODULES or named & NAMES.get(node.module or "", set()):
                yield node
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.attr in NAMES.get(node.value.id, ())
        ):
            yield node


def is_guarded(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Tell whether a system is asked for first, or its lack is caught."""
    above: ast.AST | None = node
    while (above := parents.get(above) if above else None) is not None:
        if isinstance(above, ast.If) and names_a_system(above.test):
            return True
        if isinstance(above, ast.Try):
            caught = [ast.unparse(each.type) for each in above.handlers if each.type]
            if any(name in words for name in MISSING for words in caught):
                return True
        if isinstance(above, ast.FunctionDef) and any(
            isinstance(step, ast.If)
            and names_a_system(step.test)
            and isinstance(step.body[-1], ast.Return)
            for step in above.body
        ):
            return True
    return False


def names_a_system(test: ast.expr) -> bool:
    return any(guard in ast.unparse(test) for guard in GUARDS)


def unguarded(source: str) -> list[str]:
    if not SYSTEM_WORDS.search(source):
        return []
    tree = ast.parse(source)
    parents = parents_of(tree)
    return [ast.unparse(node) for node in posix_only(tree) if not is_guarded(node, parents)]


def without_encoding(source: str) -> list[str]:
    """Return the calls that read or write text in whatever the system's encoding is."""
    found: list[str] = []
    if not TEXT_WORDS.search(source):
        return found
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or any(k.arg == "encoding" for k in node.keywords):
            continue
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else ast.unparse(function)
        first = node.args[0] if node.args else None
        mode = first.value if isinstance(first, ast.Constant) else None
        is_text = (
            (name == "read_text" and not node.args)
            or (name == "write_text" and len(node.args) < 2)
            or (function is not None and ast.unparse(function) == "open")
            or (name == "open" and isinstance(mode, str) and TEXT_MODE.fullmatch(mode))
            or (
                any(k.arg in ("text", "universal_newlines") for k in node.keywords)
                and name in ("run", "Popen", "check_output")
            )
        )
        if is_text:
            found.append(ast.unparse(node))
    return found


@pytest.mark.parametrize(
    ("source", "is_found"),
    [
        ("import fcntl", True),
        ("from os import fork", True),
        ("os.kill(pid, signal.SIGTERM)", True),
        ("x = signal.SIGKILL", True),
        ("try:\n    import fcntl\nexcept ImportError:\n    pass", False),
        ("if os.name != 'nt':\n    os.geteuid()", False),
        ("def f():\n    if os.name == 'nt':\n        return 1\n    return os.getuid()", False),
        ("def f():\n    if is_late:\n        return 1\n    return os.getuid()", True),
        ("os.replace(a, b)", False),
    ],
)
def test_calls_of_one_system_are_found(source: str, is_found: bool) -> None:
    assert bool(unguarded(source)) is is_found


@pytest.mark.parametrize(
    ("source", "is_found"),
    [
        ("path.read_text()", True),
        ("path.write_text(text)", True),
        ("open(path)", True),
        ("path.open('w')", True),
        ("subprocess.run(command, text=True)", True),
        ("path.read_text(encoding='utf-8')", False),
        ("path.open('xb')", False),
        ("dialog.open()", False),
        ("files.open('xor')", False),
    ],
)
def test_text_without_an_encoding_is_found(source: str, is_found: bool) -> None:
    assert bool(without_encoding(source)) is is_found


def test_the_program_asks_nothing_of_a_system_that_others_lack() -> None:
    assert len(FILES) > 300
    found = {path.name: unguarded(path.read_text(encoding="utf-8")) for path in FILES}
    assert {name: uses for name, uses in found.items() if uses} == {}


def test_the_program_names_the_encoding_of_every_text() -> None:
    found = {path.name: without_encoding(path.read_text(encoding="utf-8")) for path in FILES}
    assert {name: calls for name, calls in found.items() if calls} == {}


def test_no_two_files_of_the_package_differ_by_case_only() -> None:
    names = [path.relative_to(PACKAGE).as_posix().lower() for path in PACKAGE.rglob("*")]
    assert len(names) == len(set(names))
