"""The training thread, other work in the background, and playback.

Imports `base` and `core`; imported by `app`.
"""
