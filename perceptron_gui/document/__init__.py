"""What the user keeps: sessions, data files, and sessions inside exported figures.

Imports `core` and `lectures`; imported by `export`, `app`, `terminal` and `cli`.
"""
