"""Data read from CSV of many kinds, with the line and column of what is wrong.

Imported by `document`, `app.session` and `cli`.
"""
