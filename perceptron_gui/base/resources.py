"""The version of the program, and the files that come with it: data sets, icons, a font."""

from pathlib import Path

VERSION = "0.1.0"
_PACKAGE = Path(__file__).resolve().parents[1]


def shipped(*parts: str) -> Path:
    """Return the path of a file of resources/, in a checkout or in an installed wheel."""
    # A wheel's own folder decides: beside an installed package "resources" would be a stranger's.
    folder = _PACKAGE / "_resources"
    path = (folder if folder.is_dir() else _PACKAGE.parent / "resources").joinpath(*parts)
    if not path.exists():
        name = "/".join(parts)
        raise FileNotFoundError(f"{name} should have come with the program; please reinstall it.")
    return path
