"""Errors, limits, exact numbers, small LaTeX, files written whole, cancelling, spelling.

Imports nothing of ours; everything may import it.
"""
