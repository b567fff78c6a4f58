"""Sessions put into pictures and texts, and found there again.

Imported by `document.sources` and `export`.
"""
