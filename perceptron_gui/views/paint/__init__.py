"""Figures drawn on screen.

Imported by `views.canvas`, `views.chrome`, `views.figure` and `views.widgets`.
"""
