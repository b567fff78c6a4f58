"""Runs in words. Imported by `views.chrome`, `views.explain`, `views.playback`, `views.what_if`."""
