"""The table of formats, one figure to be written, and tables as text.

Imported by `app.export` and `terminal`.
"""
