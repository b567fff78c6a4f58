"""Install the program from the wheels beside this file: python3 install.py [FOLDER]

No network is used. Without FOLDER the program comes into perceptron-gui in your home folder;
to remove it, delete that folder (and, on Linux, run: sh desktop.sh --remove).
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - old Pythons must read this file this far
    sys.exit(f"perceptron-gui needs Python 3.11 or newer; this is {sys.version.split()[0]}")

import os
import shutil
import subprocess
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
WHEELS = HERE / "wheels"
MARK = "perceptron-gui.installed"  # by which an older installation is known


def python_of_wheels(names: list[str]) -> str:
    """The version of Python that compiled wheels are for, "3.12" say; "" where none tells."""
    tags = {part for name in names for part in name.split("-") if part.startswith("cp3")}
    exact = sorted(tag for tag in tags if f"-{tag}-{tag}-" in " ".join(names))
    return f"3.{exact[0].removeprefix('cp3')}" if exact else ""


def install(folder: Path) -> Path:
    """Make an environment and install into it; returns the program."""
    names = sorted(path.name for path in WHEELS.glob("*.whl"))
    wanted = python_of_wheels(names)
    here = "{}.{}".format(*sys.version_info[:2])
    if wanted and wanted != here:
        sys.exit(f"these wheels are for Python {wanted}, this is {here}; run: python{wanted}")
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).is_file():
        sys.exit(f"{folder} is there already and holds something else; name another folder")
    shutil.rmtree(folder, ignore_errors=True)
    print(f"installing into {folder} (a minute or two)", flush=True)
    venv.create(folder, with_pip=False)
    (folder / MARK).touch()
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    # Python runs pip from inside its own wheel.
    (pip,) = WHEELS.glob("pip-*.whl")
    command = [str(programs / "python"), str(pip / "pip"), "install", "--quiet", "--no-index"]
    command += ["--no-cache-dir", "--disable-pip-version-check"]
    command += ["--find-links", str(WHEELS), "perceptron-gui"]
    variables = {k: v for k, v in os.environ.items() if not k.startswith(("PIP_", "PYTHON"))}
    variables["PIP_CONFIG_FILE"] = os.devnull
    if subprocess.run(command, env=variables, check=False).returncode:
        sys.exit("the program could not be installed; what pip says stands above")
    return programs / ("perceptron-gui.exe" if os.name == "nt" else "perceptron-gui")


def lacking(program: Path) -> list[str]:
    """What this machine lacks, as the program itself finds: libraries for a window, say."""
    found = subprocess.run(
        [str(program), "doctor"], capture_output=True, encoding="utf-8", check=False
    )
    lines = found.stdout.splitlines()
    return [line.removeprefix("look").strip() for line in lines if line.startswith("look")]


def main() -> None:
    if len(sys.argv) > 2 or sys.argv[1:2] in (["-h"], ["--help"]):
        sys.exit(__doc__)
    folder = Path(sys.argv[1]) if len(sys.argv) == 2 else Path.home() / "perceptron-gui"
    program = install(folder.expanduser().absolute())
    if sys.platform == "linux":
        subprocess.run(["sh", str(HERE / "desktop.sh"), str(program)], check=False)
    print(f"installed; start it with\n  {program}")
    for line in lacking(program):
        print(f"not well on this machine: {line}")


if __name__ == "__main__":
    main()
