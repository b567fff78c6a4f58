"""Runs in words.

Imported by `views.canvas`, `views.chrome`, `views.explain`, `views.playback`, `views.what_if`.
"""
