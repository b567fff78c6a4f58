"""Files are written whole, reach the disk before their name does, and leave no litter for good."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from perceptron_gui.base.files import OutputError, is_held, remove_scratch, write_atomically

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no such signals and locks")

# Stops in the middle of writing a file, says so, and waits to be killed.
STUCK = """
import os, sys, time
from pathlib import Path
from perceptron_gui.base.files import write_atomically

def stop(_handle):
    print("stuck", flush=True)
    time.sleep(60)

os.fsync = stop
write_atomically(Path(sys.argv[1]), b"half")
"""


@contextmanager
def stuck_writer(target: Path) -> Iterator[None]:
    """Let another program begin to write a file; kill it at the end."""
    command = [sys.executable, "-c", STUCK, str(target)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "stuck\n"
        yield
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_content_reaches_the_disk_before_its_name_and_the_folder_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "lesson.json"
    target.write_bytes(b"old")
    synced: list[tuple[bytes, bytes]] = []

    def fsync(handle: int) -> None:
        """Note what is synced and what stands under the name at that moment."""
        number = os.fstat(handle).st_ino
        (what,) = (each for each in (tmp_path, *tmp_path.iterdir()) if each.stat().st_ino == number)
        content = b"folder" if what.is_dir() else what.read_bytes()
        synced.append((content, target.read_bytes()))

    monkeypatch.setattr(os, "fsync", fsync)
    write_atomically(target, b"new")
    assert synced == [(b"new", b"old"), (b"folder", b"new")]


@pytest.mark.program
def test_a_writer_that_was_killed_leaves_litter_only_until_the_next_one_comes(
    tmp_path: Path,
) -> None:
    with stuck_writer(tmp_path / "a.json"):
        (scratch,) = tmp_path.iterdir()
        assert is_held(scratch)
        remove_scratch(tmp_path)
        assert scratch.exists(), "somebody is writing it"
        write_atomically(tmp_path / "b.json", b"{}")
        assert scratch.exists()
    assert not is_held(scratch)
    remove_scratch(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["b.json"]


@pytest.mark.program
def test_whoever_writes_into_a_folder_tidies_it_up_first(tmp_path: Path) -> None:
    with stuck_writer(tmp_path / "a.json"):
        pass
    mine = tmp_path / ".perceptron-guide.tmp"
    mine.write_bytes(b"of somebody else")
    assert len(list(tmp_path.iterdir())) == 2
    write_atomically(tmp_path / "b.json", b"{}")
    assert sorted(path.name for path in tmp_path.iterdir()) == [mine.name, "b.json"]


@pytest.mark.parametrize("name", ["x" * 300, "y/" * 2500])
def test_a_name_that_is_too_long_gets_a_sentence(name: str, tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="could not be written") as caught:
        write_atomically(tmp_path / name, b"")
    # A line of the window has room for all of it.
    assert caught.value.shown.endswith("…: could not be written; take a shorter name")
    assert len(caught.value.shown) < 80
    remove_scratch(tmp_path / name)
