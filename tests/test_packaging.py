"""The wheel holds all it needs: installed alone, it works from any folder with an empty home."""

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.program

ROOT = Path(__file__).parent.parent
Program = Callable[..., str]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    build = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert build.returncode == 0, build.stderr
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Runs a program of an environment that has this wheel, in a strange folder."""
    place = tmp_path_factory.mktemp("installed")
    venv.create(place / "venv", with_pip=False)
    programs = place / "venv" / ("Scripts" if os.name == "nt" else "bin")
    # The pip of the tests serves the new environment: nothing has to be fetched.
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "install"]
    options = ["--disable-pip-version-check", "--no-deps", "--no-index"]
    command = [*pip, *options, str(wheel)]
    added = subprocess.run(command, capture_output=True, text=True, check=False)
    assert added.returncode == 0, added.stderr
    names = {"base": str(place / "venv"), "platbase": str(place / "venv")}
    site_packages = Path(sysconfig.get_path("purelib", "venv", names))
    # numpy and numba of the tests; a .pth reached through a .pth is not read, so the checkout,
    # which is installed there for editing, stays out of sight.
    (site_packages / "tests.pth").write_text(sysconfig.get_path("purelib") + "\n")
    home, elsewhere = place / "home", place / "elsewhere"
    home.mkdir()
    elsewhere.mkdir()
    private = ("PYTHON", "XDG_", "NUMBA_", "MPL")
    variables = {k: v for k, v in os.environ.items() if not k.startswith(private)}
    variables |= {"HOME": str(home), "USERPROFILE": str(home)}

    def call(name: str, *args: str) -> str:
        done = subprocess.run(
            [str(programs / name), *args],
            cwd=elsewhere,
            env=variables,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    return call


# Pictures of the README and the manual are large, and drawn by commands; man looks elsewhere.
NOT_IN_THE_PACKAGE = ("gallery", "screenshots", "man")


def test_the_wheel_holds_every_resource_but_the_pictures(wheel: Path) -> None:
    resources = ROOT / "resources"
    paths = [p.relative_to(resources) for p in resources.rglob("*") if p.is_file()]
    files = {path.as_posix() for path in paths if path.parts[0] not in NOT_IN_THE_PACKAGE}
    prefix = "perceptron_gui/_resources/"
    with zipfile.ZipFile(wheel) as archive:
        packed = {n.removeprefix(prefix) for n in archive.namelist() if n.startswith(prefix)}
    assert files
    assert packed == files


def test_the_installed_program_has_a_page_for_man(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (page,) = (name for name in archive.namelist() if name.endswith(".1"))
        assert page.endswith(".data/data/share/man/man1/perceptron-gui.1")
        assert archive.read(page) == (ROOT / "resources" / "man" / "perceptron-gui.1").read_bytes()


def test_the_wheel_is_what_runs(installed: Program) -> None:
    code = "import perceptron_gui; print(perceptron_gui.__file__)"
    assert "installed" in installed("python", "-c", code)


USER_CODE = """
from fractions import Fraction
from pathlib import Path

from perceptron_gui import PerceptronClassifier, check, draw, load, train

run = train([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0], tie="minus", eta=0.1)
status: str = run.outcome.status
margin: Fraction = check([[0, 1], [1, 0]], [1, -1]).margin_squared
saved: Path = draw("boundary", run, show=["margin"]).save("a.pdf")
score: float = PerceptronClassifier(rule="averaged").fit(*load("iris")).score(*load("iris"))
wrong: int = run.outcome.status
"""


@pytest.mark.slow
def test_user_code_is_checked_by_the_types_of_the_installed_package(
    installed: Program, tmp_path: Path
) -> None:
    file = tmp_path / "user.py"
    file.write_text(USER_CODE, encoding="utf-8")
    python = installed("python", "-c", "import sys; print(sys.executable)").strip()
    command = [sys.executable, "-m", "mypy", "--strict", "--python-executable", python, str(file)]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False).stdout
    (line,) = (line for line in told.splitlines() if "error:" in line)
    assert 'expression has type "str", variable has type "int"' in line


def test_the_installed_program_lists_its_data_sets_and_trains(installed: Program) -> None:
    assert "xor" in installed("perceptron-gui", "datasets")
    answer = json.loads(installed("perceptron-gui", "run", "xor", "--json", "-"))
    assert answer["outcome"]["status"] == "cycle"


def test_the_installed_program_has_its_lessons(installed: Program) -> None:
    names = sorted(path.stem for path in (ROOT / "resources" / "lessons").glob("*.toml"))
    listed = [line.split()[0] for line in installed("perceptron-gui", "lessons").splitlines()]
    assert listed == ["name", *names]
    assert ": ok, " in installed("perceptron-gui", "lessons", "check", names[0])


def test_the_installed_program_has_its_manual(installed: Program) -> None:
    listed = [line.split()[0] for line in installed("perceptron-gui", "manual").splitlines()]
    assert "window" in listed
    assert installed("perceptron-gui", "manual", "window").startswith("# The window")
