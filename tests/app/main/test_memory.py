"""Memory of the program: all threads share one heap, so that it does not grow by its gaps."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.program

HEAPS = """
import ctypes, sys, threading
from perceptron_gui.app.main.start import return_memory, use_one_heap

if sys.argv[1] == "one":
    use_one_heap()
gate = threading.Barrier(5)

def work():
    held = [bytes(3000) for _ in range(1000)]  # more than Python's own allocator takes
    gate.wait()

threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads:
    thread.start()
gate.wait()
for thread in threads:
    thread.join()
return_memory()
libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
libc.fclose.argtypes = [ctypes.c_void_p]
libc.malloc_info.argtypes = [ctypes.c_int, ctypes.c_void_p]
file = libc.fopen(sys.argv[2].encode(), b"w")
libc.malloc_info(0, file)
libc.fclose(file)
"""

IS_GLIBC = sys.platform == "linux" and hasattr(ctypes.CDLL(None), "malloc_info")


@pytest.mark.skipif(not IS_GLIBC, reason="only glibc makes a heap for every thread")
def test_all_threads_of_the_program_share_one_heap(tmp_path: Path) -> None:
    heaps = {}
    for how in ("one", "usual"):
        told = tmp_path / f"{how}.xml"
        subprocess.run([sys.executable, "-c", HEAPS, how, str(told)], check=True, timeout=120)
        heaps[how] = told.read_text().count("<heap nr=")
    assert heaps["one"] == 1
    assert heaps["usual"] > 1  # so that this can be seen at all
