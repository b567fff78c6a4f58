"""The training thread, other work in the background, and playback.

Imports `core` and `labs.common`; imported by `app`.
"""
