"""Handouts as files: a PDF, or Markdown with its figures in a folder beside it."""

from __future__ import annotations

from pathlib import Path

from perceptron_gui.base.cancel import CancelCheck, Progress, never_cancelled
from perceptron_gui.base.files import OutputError, write_atomically
from perceptron_gui.figures.model.theme import Theme

from .content import Handout

ENDINGS = (".pdf", ".md")


def save_handout(
    handout: Handout,
    out: Path,
    theme: Theme,
    progress: Progress,
    commit: CancelCheck = never_cancelled,
) -> str:
    """Write a handout to a file with one of `ENDINGS`; return where else something was written.

    `commit` is called before the first file is written.
    """
    folder = out.with_name(f"{out.stem}-figures")
    pictures: dict[str, bytes] = {}
    if out.suffix.lower() == ".pdf":
        from .paper import write_pdf

        content = write_pdf(handout, theme, progress)
    else:
        from .markdown import write_handout

        text, pictures = write_handout(handout, folder.name, theme, progress)
        content = text.encode()
    commit()
    if pictures:
        try:
            folder.mkdir(exist_ok=True)
        except OSError as error:
            raise OutputError(f"{folder}: could not be made ({error.strerror})") from error
    for name, picture in pictures.items():
        write_atomically(folder / name, picture)
    write_atomically(out, content)
    return f"its figures in {folder}" if pictures else ""
