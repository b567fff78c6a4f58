"""Data read from CSV of many kinds, with the line and column of what is wrong.

Imported by `document.sources` and the import dialog's controller.
"""
