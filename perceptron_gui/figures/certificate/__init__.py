"""The view of what rules a line out.

Loaded through `figures.registry`; imported by `figures.boundary`.
"""
