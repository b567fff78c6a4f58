"""Experiments of many runs, each a slice of its own, and the tables of all views.

Imports `figures` and below; imported by `views`, `app`, `terminal` and `cli`.
"""
