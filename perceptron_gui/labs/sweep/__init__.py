"""Experiments that vary one option of a run: margins, steps of a descent, ties and codings.

Loaded through `labs.registry`; imported by `lessons`.
"""
