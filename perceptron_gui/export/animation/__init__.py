"""Animated GIFs: which frames, and how they are written. Imported by `export.formats`."""
