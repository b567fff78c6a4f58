"""Curves over the updates of a run: their axes, and how long ones are thinned.

Imported by `figures.curves`, `labs` and `app.explore`.
"""
