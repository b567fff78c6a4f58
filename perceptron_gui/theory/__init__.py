"""What is proved of data and runs, line by line.

Imports `core` and `lectures`; imported by `figures`, `views` and `app.explore`.
"""
