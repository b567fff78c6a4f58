"""Animations: frames, what changes between them, and their files. Imported by `export.formats`."""
