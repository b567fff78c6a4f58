"""Figures drawn on screen. Imported by `views.figure` and the canvas."""
