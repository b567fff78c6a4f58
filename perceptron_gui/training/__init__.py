"""Training and other work in the background, and playback.

Imports `base` and `core`, and `labs` for types; imported by `app`.
"""
