"""Build the program for machines without a network: python3 scripts/bundle.py

  application   a folder that starts by a double click where there is no Python, packed into dist/
  installer     a zip with all wheels and one command that installs them; --platform and --python
                choose those of another system

Without either name both are built, for the system this runs on. --check tries what was built with
an empty home and the network cut (Linux, in a network namespace). --wheels builds nothing and
looks whether every version in scripts/constraints.txt has wheels on all systems.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - old Pythons must read this file this far
    sys.exit(f"perceptron-gui needs Python 3.11 or newer; this is {sys.version.split()[0]}")

import argparse
import subprocess
from pathlib import Path

import debian
import environment
from bundling import application, check, installer

PARTS = ("application", "installer")
VENV = application.WORK / "venv"


def arguments(argv: list[str]) -> argparse.Namespace:
    """Read the command line."""
    description, _, rest = (__doc__ or "").partition("\n")
    kind = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=description, epilog=rest, formatter_class=kind)
    here = "{}.{}".format(*sys.version_info[:2])
    parser.add_argument("parts", nargs="*", metavar="PART", help="application or installer")
    parser.add_argument("--out", type=Path, default=application.ROOT / "dist", metavar="FOLDER")
    parser.add_argument("--platform", choices=installer.TARGETS, default=installer.this_target())
    parser.add_argument("--python", choices=installer.PYTHONS, default=here, metavar="VERSION")
    smaller = "leave the compiler out of the application: smaller, long runs slower"
    parser.add_argument("--without-kernels", action="store_true", help=smaller)
    parser.add_argument("--check", action="store_true", help="try what is in FOLDER")
    parser.add_argument("--wheels", action="store_true", help="look for the wheels of all systems")
    read = parser.parse_args(argv)
    if unknown := [part for part in read.parts if part not in PARTS]:
        parser.error(f"there is no part {unknown[0]}; there are {' and '.join(PARTS)}")
    read.parts = read.parts or list(PARTS)
    return read


def prepare() -> tuple[str, Path]:
    """Make the environment that builds, and the project's wheel in it."""
    python = VENV / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    if environment.python_version(python) != "{}.{}".format(*sys.version_info[:2]):
        environment.say(f"making {VENV}")
        made = environment.works([sys.executable, "-m", "venv", "--clear", str(VENV)], show=True)
        if not made:
            raise environment.SetupError(f"could not make {VENV}")
    environment.say("building the wheel, and installing what it and the bundle need")
    pip = [str(python), "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    constrained = [*pip, "-c", "scripts/constraints.txt"]
    wheels = application.WORK / "wheel"
    for old in wheels.glob("*.whl"):
        old.unlink()
    build = [str(python), "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)]
    for step in ([*constrained, "hatchling"], build):
        if not environment.works(step, show=True, folder=application.ROOT):
            raise environment.SetupError("the wheel could not be built")
    (wheel,) = wheels.glob("*.whl")
    fresh = [*pip, "--no-deps", "--force-reinstall", str(wheel)]
    # Named as a file with its extras, so that nothing of the checkout itself is installed.
    for step in ([*constrained, f"perceptron-gui[bundle] @ {wheel.as_uri()}"], fresh):
        if not environment.works(step, show=True, folder=application.ROOT):
            raise environment.SetupError("could not install what is needed; is there a network?")
    return str(python), wheel


def build(python: str, wheel: Path, read: argparse.Namespace) -> None:
    """Build the parts that were asked for, and say how large they are."""
    application.draw_icon(python)
    if "application" in read.parts:
        provide_libraries()
        environment.say("building the application (some minutes)")
        report(application.build(python, read.out, not read.without_kernels))
        folder = application.WORK / "made" / application.folder_name(not read.without_kernels)
        environment.say(f"unpacked: {application.size_of(folder) / 1e6:.0f} MB")
    if "installer" in read.parts:
        environment.say(f"downloading wheels for {read.platform}, Python {read.python}")
        target = installer.TARGETS[read.platform]
        report(installer.build(python, wheel, target, read.python, read.out))


def provide_libraries() -> None:
    """Have the libraries here that a window needs: the application brings them along."""
    environment.provide_libraries(debian.WINDOW)
    if sys.platform == "linux" and (absent := debian.missing(debian.WINDOW)):
        lacking = f"without {', '.join(absent)} on this machine"
        raise environment.SetupError(f"the application would open no window {lacking}")


def report(packed: Path) -> None:
    environment.say(f"{packed}: {packed.stat().st_size / 1e6:.0f} MB")


def look_for_wheels(python: str) -> int:
    """Say for every system and Python which constraints have no wheel; 1 where one is missing."""
    worst = 0
    for target in installer.TARGETS.values():
        for version in installer.PYTHONS:
            missing = installer.missing_wheels(python, target, version)
            worst = max(worst, int(bool(missing)))
            found = f"no wheel of {', '.join(missing)}" if missing else "all wheels exist"
            print(f"{target.name}, Python {version}: {found}", flush=True)
    return worst


def main() -> int:
    read = arguments(sys.argv[1:])
    if read.check:
        return check.main(read.out, read.parts)
    if Path(sys.prefix).resolve() != VENV.resolve():
        # What follows needs what is installed there.
        python, wheel = prepare()
        again = [python, str(Path(__file__).resolve()), *sys.argv[1:]]
        return subprocess.call(again, cwd=application.ROOT)
    (wheel,) = (application.WORK / "wheel").glob("*.whl")
    if read.wheels:
        return look_for_wheels(sys.executable)
    build(sys.executable, wheel, read)
    return 0


if __name__ == "__main__":
    environment.finish(main)
