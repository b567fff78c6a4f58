"""The laboratory of dichotomies: all labellings of a few points, and which a line can make.

Loaded through `labs.registry`; imported by `views.labs`.
"""
