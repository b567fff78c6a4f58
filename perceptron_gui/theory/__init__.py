"""What is proved of data and runs, line by line, and runs in words.

Imports `core` and `lectures`; imported by `figures`, `export.pages`, `views` and `app.explore`.
"""
