"""Lessons: scenes, prose, predictions and tasks from a text file, and the proof of what it claims.

Free of Qt, and only reads: a lesson runs no code and opens no file. Imported by `terminal`.
"""

ENDING = ".toml"  # of the files of lessons
