"""Pictures and texts as chunks and comments, and the sessions embedded in them.

Imported by `document` and `export`.
"""
