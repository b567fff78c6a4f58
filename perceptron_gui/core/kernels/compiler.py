"""Kernels run as plain Python until numba is loaded, then compiled; the results are the same.

Importing numba takes half a second, so a small run never waits for it, and a window can load it
in the background after its first paint.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock, get_ident
from typing import Any

import numpy as np

_DIGITS = 16  # of the name of a version
_kernels: list[Kernel] = []
_parts: list[Callable[..., Any]] = []
_loading = Lock()
_cached = False  # whether compiled code is kept in a folder
_store: Callable[[Kernel, Any], bool] | None = None  # compiles elsewhere, for types of numba's
_stop: Callable[[], None] | None = None  # cancels that
_compilers: set[int] = set()  # the threads that may compile; empty means all
_not_compiling: set[int] = set()  # the threads that must not compile now


class Kernel:
    """A hot loop over arrays, callable compiled or not."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.python = function
        self.compiled: Any = None
        kernel_part(function)  # kernels may call each other
        with _loading:
            if is_loaded():  # a laboratory that is opened late
                self.compile()
            _kernels.append(self)

    def compile(self) -> None:
        """Use numba from now on, which has been loaded."""
        import numba

        self.compiled = numba.njit(nogil=True, cache=_cached)(self.python)
        if _cached:
            self._share_store(self.compiled._cache)

    def _share_store(self, store: Any) -> None:
        """Let other processes compile for this one and write beside it, and do without a disk.

        numba numbers the files of a kernel: two processes that store at the same time would write
        different code to the same one, so each has names of its own.
        """
        load, save, files = store.load_overload, store.save_overload, store._cache_file
        number = "{number:d}"
        own = files._data_name_pattern.replace(number, f"{number}-{os.getpid()}")
        files._data_name_pattern = own

        def load_or_compile(types: Any, target: Any) -> Any:
            found = load(types, target)
            if found is None and _store is not None and _store(self, types):
                found = load(types, target)
            if found is not None:  # its code is ready: what it was made of may go
                found.library._shared_module = None
                found = found._replace(type_annotation="")
            return found

        def save_if_possible(types: Any, result: Any) -> None:
            with suppress(OSError):  # the disk is full, say: it is compiled again next time
                save(types, result)

        store.load_overload, store.save_overload = load_or_compile, save_if_possible

    @property
    def is_ready(self) -> bool:
        """Whether a call runs compiled at once."""
        return self.compiled is not None and bool(self.compiled.overloads)

    @property
    def runs_compiled(self) -> bool:
        """Whether a call runs compiled, at once or after the compiler."""
        return self.compiled is not None and (bool(self.compiled.overloads) or _may_compile())

    def __call__(self, *arguments: Any) -> Any:
        compiled = self.compiled  # as `runs_compiled`, without another call
        if compiled is not None and (compiled.overloads or _may_compile()):
            return compiled(*arguments)
        with np.errstate(all="ignore"):  # compiled loops do not warn either
            return self.python(*arguments)


def compile_on_this_thread() -> None:
    """Compile on this thread, and from now on only on threads that call this."""
    _compilers.add(get_ident())


@contextmanager
def compiling_here() -> Iterator[None]:
    """Let this thread wait for the compiler for a while, like `compile_on_this_thread`."""
    compile_on_this_thread()
    try:
        yield
    finally:
        _compilers.discard(get_ident())


def compile_on_any_thread() -> None:
    """Compile on every thread again, as at first."""
    _compilers.clear()


@contextmanager
def without_compiling() -> Iterator[None]:
    """Use only what is compiled already on this thread, and plain Python for the rest."""
    _not_compiling.add(get_ident())
    try:
        yield
    finally:
        _not_compiling.discard(get_ident())


def _may_compile() -> bool:
    thread = get_ident()
    return thread not in _not_compiling and (not _compilers or thread in _compilers)


def set_storing(
    store: Callable[[Kernel, Any], bool] | None, stop: Callable[[], None] | None = None
) -> None:
    """Choose what compiles and stores kernels from now on; None is this process, as at first."""
    global _store, _stop
    _store, _stop = store, stop


def stop_storing() -> None:
    """Cancel what is compiled elsewhere: the program ends."""
    if _stop is not None:
        _stop()


def kernels() -> tuple[Kernel, ...]:
    """Return all kernels, in the order in which they were made."""
    return tuple(_kernels)


def kernel_part(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function that kernels call."""
    with _loading:
        if is_loaded():
            _make_jitable(function)
        _parts.append(function)
    return function


def is_loaded() -> bool:
    """Return whether kernels run compiled."""
    return bool(_kernels) and _kernels[0].compiled is not None


def load() -> bool:
    """Import numba and use it; False without it, or where PERCEPTRON_GUI_KERNELS=python."""
    global _cached
    with _loading:
        if is_loaded():
            return True
        if os.environ.get("PERCEPTRON_GUI_KERNELS") == "python":
            return False
        try:
            import numba
        except ImportError:
            return False
        folder = _cache_folder()
        _cached = folder is not None
        if folder is not None:
            numba.config.CACHE_DIR = str(folder)
        for part in _parts:
            _make_jitable(part)
        for kernel in reversed(_kernels):  # the first one last: it tells that all are loaded
            kernel.compile()
        return True


def _make_jitable(part: Callable[..., Any]) -> None:
    from numba.extending import register_jitable

    register_jitable(part)


def cache_base() -> Path:
    """Return the folder of the user's for compiled code of all versions, which may be missing."""
    if "NUMBA_CACHE_DIR" in os.environ:
        return Path(os.environ["NUMBA_CACHE_DIR"])
    if os.name == "nt":
        base = Path(os.environ.get("LOCALAPPDATA", "~"))
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache")
    return base.expanduser() / "perceptron-gui" / "kernels"


def _cache_folder() -> Path | None:
    """Return the folder of this version, or None when none can be written."""
    try:
        folder = cache_base() / version_of(Path(__file__).resolve().parents[2])
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        forget_old(folder)
        return folder if os.access(folder, os.W_OK) else None
    except OSError:
        return None


def version_of(package: Path) -> str:
    """Return what names the kernels of a program: a hash of its place and of their text.

    numba notices a changed kernel, but not a changed part of it in another file, nor other options
    of the compiler. It keeps what it compiles apart by place: without it in the name, a version
    would grow with every folder that the program ever ran in.
    """
    import hashlib  # which takes long, and the start of the window has no need of it

    found = {*package.rglob("*kernels.py"), *(package / "core" / "kernels").glob("*.py")}
    version = hashlib.sha256(str(package).encode())
    for source in sorted(found):
        version.update(source.read_bytes())
    return version.hexdigest()[:_DIGITS]


# How many versions of compiled kernels are kept, and for how long others are, in seconds: another
# program may be using them.
_VERSIONS, _KEPT_S = 3, 24 * 3600.0


def forget_old(current: Path) -> None:
    """Take compiled kernels of old versions of the program away, but those used last.

    What numba has left half written goes too, when it is old enough to be nobody's.
    """
    import shutil

    others = [each for each in current.parent.iterdir() if each != current and _is_version(each)]
    by_age = sorted(others, key=lambda each: each.stat().st_mtime, reverse=True)
    for old in by_age[_VERSIONS - 1 :]:
        if time.time() - old.stat().st_mtime > _KEPT_S:
            shutil.rmtree(old, ignore_errors=True)
    for scratch in current.rglob("*.nb[ic].tmp.*"):  # of a program that was killed while it wrote
        with suppress(OSError):
            if time.time() - scratch.stat().st_mtime > _KEPT_S:
                scratch.unlink()


def _is_version(folder: Path) -> bool:
    """Tell whether a folder is one of ours: it is named by 16 digits of a hash."""
    return len(folder.name) == _DIGITS and not set(folder.name) - set("0123456789abcdef")
