"""The offline installer: a zip with every wheel of a system, and a script that installs them.

Wheels are named by the constraints, never looked for by pip's resolver: it would read the markers
of other systems as those of this one.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import requires
from pathlib import Path

from bundling import application

PROJECT = "perceptron-gui"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
CONSTRAINTS = application.ROOT / "scripts" / "constraints.txt"
SCRIPT = Path(__file__).with_name("install.py")
_PIN = re.compile(r"(?P<name>[\w.-]+)==(?P<version>\S+)")
_NO_WHEEL = re.compile(r"No matching distribution found for (?P<name>[\w.-]+)==")
_GLIBC = range(39, 16, -1)  # the versions 2.x that wheels for Linux may ask for


@dataclass(frozen=True)
class Target:
    """A system to install on: what its wheels are called, and what markers ask of it."""

    name: str
    tags: tuple[str, ...]
    sys_platform: str
    platform_system: str
    platform_machine: str
    os_name: str = "posix"

    def markers(self, python: str) -> dict[str, str]:
        """The environment in which markers of requirements are read."""
        return {
            "sys_platform": self.sys_platform,
            "platform_system": self.platform_system,
            "platform_machine": self.platform_machine,
            "os_name": self.os_name,
            "python_version": python,
            "python_full_version": f"{python}.0",
            "implementation_name": "cpython",
            "platform_python_implementation": "CPython",
            "extra": "",
        }


_LINUX = tuple(f"manylinux_2_{minor}" for minor in _GLIBC)
TARGETS = {
    target.name: target
    for target in (
        Target(
            "linux",
            (*(f"{tag}_x86_64" for tag in _LINUX), "manylinux2014_x86_64", "linux_x86_64"),
            "linux",
            "Linux",
            "x86_64",
        ),
        Target("windows", ("win_amd64",), "win32", "Windows", "AMD64", "nt"),
        Target("macos", ("macosx_14_0_arm64",), "darwin", "Darwin", "arm64"),
    )
}


def this_target() -> str:
    """The name of the system that this runs on."""
    return {"win32": "windows", "darwin": "macos"}.get(sys.platform, "linux")


def plain(name: str) -> str:
    """A package's name as the index spells it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(text: str) -> dict[str, str]:
    """The versions that a text of constraints names, by the plain names of packages."""
    found = (_PIN.fullmatch(line.strip()) for line in text.splitlines())
    return {plain(match["name"]): match["version"] for match in found if match}


def needed(
    markers: Mapping[str, str],
    first: str = PROJECT,
    asked: Callable[[str], Iterable[str] | None] = requires,
) -> list[str]:
    """Everything that a package needs on a system, found link by link; itself not among it."""
    from packaging.requirements import Requirement

    found: dict[str, None] = {}
    waiting = [first]
    while waiting:
        for line in asked(waiting.pop()) or ():
            wanted = Requirement(line)
            name = plain(wanted.name)
            is_wanted = wanted.marker is None or wanted.marker.evaluate(dict(markers))
            if is_wanted and name not in found:
                found[name] = None
                waiting.append(name)
    return sorted(found)


def wheels_of(target: Target, python: str) -> list[str]:
    """What is to be installed on a system beside the project, each with its tested version."""
    tested = pins(CONSTRAINTS.read_text(encoding="utf-8"))
    names = needed(target.markers(python))
    if missing := [name for name in names if name not in tested]:
        raise RuntimeError(f"scripts/constraints.txt names no version of {', '.join(missing)}")
    return [f"{name}=={tested[name]}" for name in names]


def selection(target: Target, python: str) -> list[str]:
    """The options with which pip takes wheels of another system."""
    tags = [word for tag in target.tags for word in ("--platform", tag)]
    version = ["--python-version", python, "--implementation", "cp"]
    return ["--only-binary=:all:", "--no-deps", "--disable-pip-version-check", *version, *tags]


def build(python: str, wheel: Path, target: Target, version: str, out: Path) -> Path:
    """Download the wheels of a system, and zip them with the project and the script."""
    short = version.replace(".", "")
    name = f"{PROJECT}-{application.version()}-offline-{target.name}-py{short}"
    folder = application.WORK / name
    shutil.rmtree(folder, ignore_errors=True)
    wheels = folder / "wheels"
    wheels.mkdir(parents=True)
    download = [python, "-m", "pip", "download", "--quiet", "--dest", str(wheels)]
    # pip is among them: Debian's Python comes without.
    wanted = [*wheels_of(target, version), "pip"]
    subprocess.run([*download, *selection(target, version), *wanted], check=True)
    shutil.copy(wheel, wheels)
    shutil.copy(SCRIPT, folder)
    shutil.copy(application.icon(), folder)
    if target.name == "linux":
        application.add_desktop(folder)
    text = (application.SHARE / "installer.txt").read_text(encoding="utf-8")
    text = text.replace("@PYTHON@", version)
    (folder / "README.txt").write_text(text, encoding="utf-8")
    out.mkdir(parents=True, exist_ok=True)
    packed = out / f"{name}.zip"
    application.write_zip(folder, packed)
    return packed


def missing_wheels(python: str, target: Target, version: str) -> list[str]:
    """Those of all constraints that have no wheel for a system; nothing is installed."""
    tested = pins(CONSTRAINTS.read_text(encoding="utf-8"))
    probe = [python, "-m", "pip", "install", "--dry-run", "--quiet", "--ignore-installed"]
    probe += ["--target", str(application.WORK / "none"), *selection(target, version)]
    missing: list[str] = []
    while True:
        wanted = [f"{name}=={tested[name]}" for name in sorted(tested) if name not in missing]
        done = subprocess.run([*probe, *wanted], capture_output=True, text=True, encoding="utf-8")
        if not done.returncode:
            return missing
        found = _NO_WHEEL.search(done.stderr)  # pip names one at a time
        if found is None or plain(found["name"]) in missing:
            raise RuntimeError(done.stderr.strip().splitlines()[-1])
        missing.append(plain(found["name"]))
