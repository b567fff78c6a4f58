"""Runs in words: headlines, the parts of a status line, predictions and ticks. No Qt.

Imported by `views.canvas`, `views.chrome`, `views.explain`, `views.playback`, `views.what_if`.
"""
