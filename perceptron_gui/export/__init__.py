"""Figures written to files.

Imports `figures`, `labs` and `document`; imported by `app` and `terminal`.
"""
