"""Runs in words: headlines, the parts of a status line, predictions and ticks. No Qt.

Imported by `export.pages`, `views.canvas`, `views.chrome`, `views.explain`, `views.playback` and
`views.what_if`.
"""
