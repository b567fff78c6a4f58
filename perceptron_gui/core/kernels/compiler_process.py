"""Kernels compiled by another process, and loaded from where it stored them.

A kernel that this process compiles takes 2 to 11 MB of it for good, and the window stands still
for moments while Python works for the compiler. A stored one takes 0.2 MB and no time.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from subprocess import DEVNULL, PIPE, Popen
from threading import Lock, Timer
from typing import IO, Any

from perceptron_gui.base.cancel import Cancelled

from . import compiler
from .compiler import Kernel

ARGUMENT = "--compile-kernels"  # with which the standalone application is only a compiler
_IDLE_S = 60.0  # after which the other process is ended; it takes 150 MB
_SLOW_S = 120.0  # after which its answer is waited for no longer
_WITHOUT_CONSOLE = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # of Windows
_STORED, _FAILED = "stored\n", "failed\n"


class CompilerProcess:
    """A process that compiles on request, started when it is needed and ended when it is not."""

    def __init__(self, command: Sequence[str], idle_s: float = _IDLE_S) -> None:
        self._command = command
        self._process: Popen[str] | None = None
        self._idle_s = idle_s
        self._idle: Timer | None = None
        self._is_stopped = False
        self._asking = Lock()

    def store(self, kernel: Kernel, types: Sequence[Any]) -> bool:
        """Have a kernel compiled for numba's types; return whether it is stored now."""
        described = [_described(each) for each in types]
        if None in described:
            return False
        module, number = _place(kernel)
        request = json.dumps({"module": module, "number": number, "types": described})
        with self._asking:
            self._stop_timer()
            # One that somebody has ended is started once more.
            answer = self._answer(request) or self._answer(request)
            self._start_timer()
        if self._is_stopped:
            raise Cancelled
        return answer == _STORED

    def stop(self) -> None:
        """Cancel what is being compiled, and all that is asked for later; any thread may."""
        self._is_stopped = True
        if (process := self._process) is not None:
            process.kill()

    def close(self) -> None:
        """End the process, after what it is compiling."""
        with self._asking:
            self._stop_timer()
            self._drop()

    def _start_timer(self) -> None:
        if self._process is not None:
            self._idle = Timer(self._idle_s, self.close)
            self._idle.daemon = True
            self._idle.start()

    def _stop_timer(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None

    def _answer(self, request: str) -> str:
        """Return the answer to a request, or nothing where the process failed."""
        if self._is_stopped:
            return ""
        if self._process is None:
            try:
                self._process = Popen(
                    self._command,
                    stdin=PIPE,
                    stdout=PIPE,
                    stderr=DEVNULL,
                    encoding="utf-8",
                    creationflags=_WITHOUT_CONSOLE,
                )
            except OSError:
                return ""
        process = self._process
        if self._is_stopped:  # meanwhile
            process.kill()
        assert process.stdin is not None and process.stdout is not None
        patience = Timer(_SLOW_S, process.kill)
        patience.start()
        try:
            process.stdin.write(f"{request}\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        except OSError:
            answer = ""
        finally:
            patience.cancel()
        if not answer:
            self._drop()
        return answer

    def _drop(self) -> None:
        if self._process is None:
            return
        process, self._process = self._process, None
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        process.kill()
        process.wait()


@contextmanager
def compiling_elsewhere() -> Iterator[None]:
    """Compile kernels in another process for a while, and here where that fails."""
    # The standalone application is no interpreter, but looks for this argument.
    arguments = [ARGUMENT] if getattr(sys, "frozen", False) else ["-m", __name__]
    process = CompilerProcess([sys.executable, *arguments])
    compiler.set_storing(process.store, process.stop)
    try:
        yield
    finally:
        compiler.set_storing(None)
        process.close()


def serve(requests: IO[str], answers: IO[str]) -> None:
    """Compile what is asked for, line by line, until whoever asks has ended."""
    with suppress(OSError):
        for line in requests:
            answers.write(_STORED if _stored(line) else _FAILED)
            answers.flush()


def _stored(line: str) -> bool:
    """Compile one kernel, which numba then stores."""
    from importlib import import_module

    request = json.loads(line)
    import_module(request["module"])
    if not compiler.load():
        return False
    kernel = _of_module(request["module"])[request["number"]]
    kernel.compiled.compile(tuple(_type(*each) for each in request["types"]))
    return True


def _place(kernel: Kernel) -> tuple[str, int]:
    """Return the module of a kernel, and which one of it this is."""
    module = kernel.python.__module__
    return module, _of_module(module).index(kernel)


def _of_module(module: str) -> list[Kernel]:
    return [each for each in compiler.kernels() if each.python.__module__ == module]


def _described(kind: Any) -> list[Any] | None:
    """Describe one of numba's types: numbers, and arrays of them; None for any other."""
    from numba import types

    if isinstance(kind, types.Array) and kind.aligned:
        return [str(kind.dtype), kind.ndim, kind.layout, kind.mutable]
    return [str(kind)] if isinstance(kind, types.Number | types.Boolean) else None


def _type(name: str, ndim: int = 0, layout: str = "C", is_mutable: bool = True) -> Any:
    """Return the type that was described."""
    from numba import types

    scalar = getattr(types, name)
    return types.Array(scalar, ndim, layout, readonly=not is_mutable) if ndim else scalar


def run() -> None:
    """Serve the process that started this one, through its pipes."""
    serve(sys.stdin, sys.stdout)


if __name__ == "__main__":
    run()
