"""Kernels run as plain Python until numba is loaded, then compiled; the results are the same.

Importing numba takes half a second, so a small run never waits for it, and a window loads it in
the background after its first paint. Compiled code is stored in a folder of the user's.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

_DIGITS = 16  # of the name of a version
_KEPT_S = 30 * 24 * 3600.0  # after which a version that was not used is forgotten
_log = logging.getLogger(__name__)
_kernels: list[Kernel] = []
_parts: list[Callable[..., Any]] = []
_loading = Lock()
_is_loaded = False
_is_postponed = False
_folder: Path | None = None  # where compiled code is stored, once numba is loaded


class Kernel:
    """A hot loop over arrays, callable compiled or not. It must raise no errors of its own."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.python = function
        self.compiled: Any = None
        kernel_part(function)  # kernels may call each other
        with _loading:
            if _is_loaded:  # a module that is imported late
                self.compiled = _jit(function, _folder)
            _kernels.append(self)

    def __call__(self, *arguments: Any) -> Any:
        if self.compiled is None:
            with np.errstate(all="ignore"):  # compiled loops do not warn either
                return self.python(*arguments)
        try:
            return self.compiled(*arguments)
        except Exception as error:  # noqa: BLE001
            # WORKAROUND https://github.com/numba/numba/issues/10434: numba raises whatever it
            # meets in a damaged file instead of compiling. All stored code is forgotten then, and
            # stored again by the next start; a disk that is at fault is done without.
            is_damaged = not isinstance(error, OSError)
            if is_damaged and _folder is not None:
                shutil.rmtree(_folder, ignore_errors=True)
            level = logging.WARNING if is_damaged else logging.INFO
            name, reason = self.python.__qualname__, f"{type(error).__name__}: {error}"
            _log.log(level, "Recompiled %s, stored in %s (%s)", name, _folder, reason)
            with _loading:
                self.compiled = _jit(self.python, None)
            return self.compiled(*arguments)


def kernels() -> tuple[Kernel, ...]:
    """Return all kernels, in the order in which they were made."""
    return tuple(_kernels)


def kernel_part(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function that kernels call."""
    with _loading:
        if _is_loaded:
            _make_jitable(function)
        _parts.append(function)
    return function


def is_loaded() -> bool:
    """Return whether kernels run compiled."""
    return _is_loaded


def load() -> bool:
    """Import numba and use it; False without it, or where PERCEPTRON_GUI_KERNELS=python."""
    global _folder, _is_loaded
    with _loading:
        if _is_loaded:
            return True
        if _is_postponed or os.environ.get("PERCEPTRON_GUI_KERNELS") == "python":
            return False
        try:
            import numba  # noqa: F401
        except ImportError:
            return False
        _folder = cache_folder()
        for part in _parts:
            _make_jitable(part)
        for kernel in _kernels:
            kernel.compiled = _jit(kernel.python, _folder)
        _is_loaded = True
        return True


def postpone(is_postponed: bool) -> None:
    """Let `load` do nothing for now, until another process has stored compiled code."""
    global _is_postponed
    _is_postponed = is_postponed


def _make_jitable(part: Callable[..., Any]) -> None:
    from numba.extending import register_jitable

    register_jitable(part)


def _jit(function: Callable[..., Any], folder: Path | None) -> Any:
    """Return a function that numba compiles when it is called, and stores in a folder."""
    import numba

    config = numba.config  # where numba keeps what NUMBA_CACHE_DIR says
    others = config.CACHE_DIR
    config.CACHE_DIR = str(folder or "")
    try:
        return numba.njit(nogil=True, cache=folder is not None)(function)
    finally:
        config.CACHE_DIR = others  # other programs in this process have folders of their own


def cache_base() -> Path:
    """Return the folder of the user's for compiled code of all versions, which may be missing."""
    if "NUMBA_CACHE_DIR" in os.environ:
        return Path(os.environ["NUMBA_CACHE_DIR"])
    if os.name == "nt":
        base = Path(os.environ.get("LOCALAPPDATA", "~"))
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache")
    return base.expanduser() / "perceptron-gui" / "kernels"


def cache_folder() -> Path | None:
    """Return the folder of this version, or None when none can be written."""
    try:
        base = cache_base()
        folder = base / version_of(Path(__file__).resolve().parent)
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for other in base.iterdir():
            is_version = re.fullmatch(f"[0-9a-f]{{{_DIGITS}}}", other.name)
            if is_version and time.time() - other.stat().st_mtime > _KEPT_S:
                shutil.rmtree(other, ignore_errors=True)
        return folder if os.access(folder, os.W_OK) else None
    except OSError:
        return None


def version_of(sources: Path) -> str:
    """Return what names the kernels in a folder: a hash of its place and of their text.

    numba notices a changed kernel, but not a changed part of it in another file. It keeps what it
    compiles apart by place: without it in the name, a version would grow with every folder that
    the program ever ran in.
    """
    import hashlib  # which takes long, and the start of the window has no need of it

    version = hashlib.sha256(str(sources).encode())
    for source in sorted(sources.glob("*.py")):
        version.update(source.read_bytes())
    return version.hexdigest()[:_DIGITS]
