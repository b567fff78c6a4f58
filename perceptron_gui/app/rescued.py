"""What windows that did not close have left behind, found and offered at the next start."""

from __future__ import annotations

import json
import logging
import shutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QLockFile

from perceptron_gui.core.errors import InputError
from perceptron_gui.core.values import frozen_value
from perceptron_gui.document.file_bytes import read_file
from perceptron_gui.document.session import read_session
from perceptron_gui.views.dialogs import Dialogs

from .files import Files
from .open_file import ENDING, OpenFile
from .recovery import ORIGIN, SESSION, Recovery, new_lock

_log = logging.getLogger(__name__)


@frozen_value
class Rescued:
    """A session that was rescued, where it lies, when it was written, and its lock, held here."""

    file: OpenFile
    folder: Path
    written: datetime
    lock: QLockFile

    def remove(self) -> None:
        """Take it from the disk."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.lock.unlock()

    def leave(self) -> None:
        """Let it lie for the next start."""
        self.lock.unlock()


def recover_at_start(folder: Path, dialogs: Dialogs, files: Files, recovery: Recovery) -> bool:
    """Offer what earlier windows left behind, and open what is wanted."""
    wanted = offer_rescued(folder, dialogs)
    if wanted is None:
        return False
    files.recover(wanted.file)
    # Only what lies safely in the place of this window may go from its old one.
    if recovery.keep_now() is None:
        wanted.leave()
    else:
        wanted.remove()
    return True


def offer_rescued(folder: Path, dialogs: Dialogs) -> Rescued | None:
    """Ask about sessions that were rescued, newest first, until one is wanted."""
    found = sorted(find_rescued(folder), key=lambda each: each.written, reverse=True)
    wanted: Rescued | None = None
    for each in found:
        if wanted is not None:  # a window holds one session; the next start asks again
            each.leave()
            continue
        answer = dialogs.ask_recover(each.file.name, f"{each.written:%Y-%m-%d %H:%M}")
        if answer == "recover":
            wanted = each
        elif answer == "discard":
            each.remove()
        else:
            each.leave()
    return wanted


def find_rescued(folder: Path) -> Iterator[Rescued]:
    """Yield what windows have left behind, each locked, so that no other window takes it too."""
    tokens = {path.stem for path in folder.glob("*.lock")} | {
        path.name for path in folder.glob("*-*") if path.is_dir()
    }
    for token in sorted(tokens):
        lock = new_lock(folder / f"{token}.lock")
        if not lock.tryLock(0):
            continue  # its window is open
        found = _read(folder / token, lock)
        if found is None:
            lock.unlock()
        else:
            yield found


def _read(folder: Path, lock: QLockFile) -> Rescued | None:
    path = folder / SESSION
    if not path.is_file():
        shutil.rmtree(folder, ignore_errors=True)
        return None
    try:
        session = read_session(read_file(path).decode(), str(path))
    except (InputError, UnicodeDecodeError) as error:
        _log.error("What was rescued cannot be read and stays where it is: %s.", error)
        return None
    written = datetime.fromtimestamp(path.stat().st_mtime)
    origin = _origin(folder)
    file = OpenFile(session, origin, is_session_file=origin.lower().endswith(ENDING))
    return Rescued(file, folder, written, lock)


def _origin(folder: Path) -> str:
    """Return the path of the file that was open, or an empty text."""
    try:
        path = json.loads((folder / ORIGIN).read_text(encoding="utf-8"))
    except (OSError, ValueError):  # the crash came before it was written
        return ""
    return path if isinstance(path, str) else ""
