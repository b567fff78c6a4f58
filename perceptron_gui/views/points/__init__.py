"""The table of points. Imported by the window."""
