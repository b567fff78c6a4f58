"""What scripts/run.py decides; nothing here installs or needs a network."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from perceptron_gui.cli import COMMANDS
from perceptron_gui.terminal import screen

SCRIPTS = Path(__file__).parent.parent / "scripts"
sys.path.insert(0, str(SCRIPTS))
try:
    import debian
    import environment
    import run
finally:  # scripts/test.py must not hide Python's own module from other tests
    sys.path.remove(str(SCRIPTS))


class Checkout:
    """A folder with an environment whose set-up steps are recorded instead of done."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        self.steps: list[str] = []
        self.version = "3.11"
        self.pip_works = True
        self.install_works = True
        (root / "scripts").mkdir()
        (root / "scripts" / "constraints.txt").write_text("numpy==2.4.6\n")
        (root / "pyproject.toml").write_text("[project]\n")
        monkeypatch.setattr(environment, "python_version", lambda python: self.version)
        monkeypatch.setattr(environment, "works", lambda command: self.pip_works)
        monkeypatch.setattr(environment, "make_venv", self.make_venv)
        monkeypatch.setattr(environment, "install", self.install)

    @property
    def stamp(self) -> Path:
        return self.root / ".venv" / environment.STAMP

    def make_venv(self, root: Path) -> None:
        self.steps.append("venv")
        self.version, self.pip_works = "3.11", True
        self.stamp.parent.mkdir(exist_ok=True)

    def install(self, python: str, extras: str, root: Path) -> None:
        self.steps.append(f"install{extras}")
        assert self.stamp.read_text() == environment.UNFINISHED
        if not self.install_works:
            raise environment.SetupError("no network")
        entry = environment.program(root, "perceptron-gui")
        entry.parent.mkdir(exist_ok=True)
        entry.touch()

    def prepare(self, extras: str) -> list[str]:
        """Prepare once and return the steps that took."""
        self.steps = []
        environment.prepare(extras, self.root)
        return self.steps


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checkout:
    fresh = Checkout(tmp_path, monkeypatch)
    fresh.version = ""
    return fresh


def test_a_checkout_is_set_up_once_for_the_tests_and_the_program(checkout: Checkout) -> None:
    assert checkout.prepare("") == ["venv", "install"]
    assert checkout.prepare("") == []
    assert checkout.prepare("[test]") == ["install[test]"]
    assert checkout.prepare("") == checkout.prepare("[test]") == []  # it serves the program too


def move(checkout: Checkout) -> None:
    checkout.root = checkout.root.rename(checkout.root.with_name("moved"))


@pytest.mark.parametrize(
    ("change", "steps"),
    [
        (lambda it: (it.root / "pyproject.toml").write_text("# changed\n"), ["install"]),
        (lambda it: (it.root / "scripts/constraints.txt").write_text("# x\n"), ["install"]),
        (move, ["install"]),
        (lambda it: it.stamp.write_text(environment.UNFINISHED), ["venv", "install"]),
        (lambda it: setattr(it, "version", ""), ["venv", "install"]),
    ],
    ids=["project changed", "constraints changed", "moved", "interrupted", "python gone"],
)
def test_what_changed_since_is_set_up_again(
    checkout: Checkout, change: Callable[[Checkout], object], steps: list[str]
) -> None:
    checkout.prepare("")
    change(checkout)
    assert checkout.prepare("") == steps


def test_lost_pip_matters_only_when_something_is_to_be_installed(checkout: Checkout) -> None:
    checkout.prepare("")
    checkout.pip_works = False
    assert checkout.prepare("") == []
    assert checkout.prepare("[test]") == ["venv", "install[test]"]


@pytest.mark.program
def test_a_python_that_does_not_start_has_no_version(tmp_path: Path) -> None:
    assert environment.python_version(tmp_path / "python") == ""
    here = "{}.{}".format(*sys.version_info[:2])
    assert environment.python_version(Path(sys.executable)) == here


@pytest.mark.parametrize("error", [environment.SetupError("no pip"), PermissionError("no right")])
def test_a_failure_ends_in_one_line(error: Exception, capfd: pytest.CaptureFixture[str]) -> None:
    def main() -> int:
        raise error

    with pytest.raises(SystemExit) as stopped:
        environment.finish(main)
    assert stopped.value.code == 1
    assert capfd.readouterr().err == f"[perceptron-gui] {error}\n"


@pytest.mark.program
def test_the_program_names_its_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "program", lambda root, name: sys.executable)
    assert run.commands() == tuple(COMMANDS)


@pytest.mark.program
def test_a_second_start_waits_for_the_first(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    waits = (
        "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[1])\n"
        "import environment\n"
        "with environment.locked(Path(sys.argv[2])): print('mine')"
    )
    with environment.locked(tmp_path):
        command = [sys.executable, "-c", waits, str(SCRIPTS), str(tmp_path)]
        other = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert other.stderr is not None
        assert "waiting for it" in other.stderr.readline()
        assert other.poll() is None
    assert other.communicate(timeout=30)[0] == "mine\n"
    with environment.locked(tmp_path):
        pass
    assert capfd.readouterr().err == ""


def test_a_checkout_with_brackets_in_its_path_is_installed_from_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "my [old] lectures"
    done: list[tuple[list[str], dict[str, object]]] = []

    def works(command: list[str], **how: object) -> bool:
        done.append((command, how))
        return True

    monkeypatch.setattr(environment, "works", works)
    environment.install("python", "[test]", root)
    assert [command[-1] for command, _ in done] == ["editables", ".[test]"]
    assert all(how["folder"] == root and "[" not in " ".join(command[:-1]) for command, how in done)


def test_only_commands_do_without_the_window() -> None:
    for command in ("lab orders and", "run xor", "datasets", "--version", "-h"):
        assert not run.wants_window(command.split(), lambda: COMMANDS), command
    for command in ("", "lesson.json", "--lesson 002-xor"):
        assert run.wants_window(command.split(), lambda: COMMANDS), command


def test_linux_needs_a_display_and_others_have_one() -> None:
    assert run.has_display("linux", {"DISPLAY": ":0"})
    assert run.has_display("linux", {"WAYLAND_DISPLAY": "wayland-0"})
    assert not run.has_display("linux", {"DISPLAY": ""})
    assert run.has_display("darwin", {}) and run.has_display("win32", {})


def test_without_a_display_the_file_or_xor_is_trained_and_drawn() -> None:
    trained, *drawn = run.without_window([])
    assert trained == ["run", "xor"]
    assert [args[1] for args in drawn] == ["boundary", "loss", "norms"]
    assert drawn[0][-1] == "perceptron-figures/xor-boundary.png"
    words = run.without_window(["some/mine.csv"])[1][2:]
    assert words == ["some/mine.csv", "--out", "perceptron-figures/mine-boundary.png"]


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands in for the program")
def test_commands_end_at_the_first_that_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\necho $1 >> calls\ntest $1 = good\n")
    program.chmod(0o700)
    assert run.in_terminal(str(program), [["good"], ["bad"], ["good"]]) == 1
    assert Path("calls").read_text() == "good\nbad\n"
    assert Path(run.FIGURES).is_dir()


def test_missing_libraries_become_one_line_to_run() -> None:
    absent = debian.missing(debian.WINDOW, lambda library: "xcb" in library or "GL" in library)
    assert "libGL.so.1" not in absent
    assert debian.missing(["libno-such-thing.so.7"]) == ["libno-such-thing.so.7"]
    names = debian.packages(["libEGL.so.1", "libglib-2.0.so.0"], "2.36")
    line = "sudo apt-get install -y --no-install-recommends libegl1 libglib2.0-0"
    assert debian.install_line(names) == line
    for libc in ("2.39", "2.41"):  # newer releases have another name for it
        assert debian.packages(["libglib-2.0.so.0"], libc) == ["libglib2.0-0t64"]


@pytest.mark.skipif(sys.platform != "linux", reason="libraries are looked for on Linux only")
def test_libraries_that_may_not_be_installed_are_named_and_the_script_goes_on(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(debian, "missing", lambda libraries: ["libGL.so.1"])
    monkeypatch.setattr(debian, "privilege", lambda: None)
    environment.provide_libraries(debian.OFFSCREEN)
    message = capfd.readouterr().err
    assert message.count("\n") == 1
    assert "libGL.so.1" in message
    assert message.endswith("apt-get install -y --no-install-recommends libgl1\n")


class FakeApt:
    """Answers commands of apt-get, and remembers them."""

    def __init__(self, *fails: str) -> None:
        self.fails = fails
        self.asked: list[str] = []

    def works(self, command: list[str], show: bool = False, seconds: float | None = None) -> bool:
        words = " ".join(command)
        assert seconds is not None or "--no-download" in words  # only downloads are given up
        self.asked.append(words)
        return not any(word in words for word in self.fails)


@pytest.fixture
def bare_debian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a checkout with an environment on a Debian without chromium."""
    (tmp_path / ".venv").mkdir()
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(debian, "is_debian", lambda: True)
    monkeypatch.setattr(debian, "privilege", list)
    return tmp_path


def test_chromium_is_downloaded_and_then_installed(
    bare_debian: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apt = FakeApt()
    monkeypatch.setattr(environment, "works", apt.works)
    environment.provide_browser(bare_debian)
    assert [words.split()[-2:] for words in apt.asked] == [
        ["--download-only", "chromium"],
        ["--no-download", "chromium"],
    ]
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    environment.provide_browser(bare_debian)
    assert len(apt.asked) == 2  # it is there


@pytest.mark.parametrize("fails", ["apt-get", "--no-download"])
def test_no_chromium_is_said_once_and_stops_nothing(
    fails: str,
    bare_debian: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    apt = FakeApt(fails)
    monkeypatch.setattr(environment, "works", apt.works)
    for _ in range(2):
        environment.provide_browser(bare_debian)
    assert capfd.readouterr().err.count("are skipped") == 1
    assert len(apt.asked) == 2


@pytest.mark.program
@pytest.mark.parametrize("name", ["run.py", "test.py"])
def test_an_old_python_is_told_so_before_newer_modules_are_imported(name: str) -> None:
    pretend = "import sys; sys.version_info = (3, 8, 0); import runpy; runpy.run_path(sys.argv[1])"
    command = [sys.executable, "-c", pretend, str(SCRIPTS / name)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 1
    assert answer.stderr.startswith("perceptron-gui needs Python 3.11 or newer; this is ")
    assert answer.stderr.count("\n") == 1


def test_the_program_names_packages_as_these_scripts_do() -> None:
    table = {soname: package for soname, package in debian.WINDOW.items() if "x" in soname}
    assert len(table) >= 6
    assert {soname: screen.remedy_for((soname,)).split()[-1] for soname in table} == table
