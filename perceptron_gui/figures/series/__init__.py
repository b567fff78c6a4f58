"""Curves over the updates of a run: their axes, and how long ones are thinned.

Imported by the views of curves and by laboratories.
"""
