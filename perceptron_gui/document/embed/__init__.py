"""Sessions embedded in exported files.

Imported by `document` and `export`.
"""
