"""Figures drawn on screen. Imported by `views.canvas`, `views.figure` and `views.widgets`."""
