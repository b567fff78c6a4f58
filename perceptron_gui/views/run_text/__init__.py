"""Where a run stands, in words and numbers.

Imported by `views.chrome`, `views.explain`, `views.playback` and `views.what_if`.
"""
