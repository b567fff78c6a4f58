"""Programs that train a run again and draw its figure.

Imported by `export.formats` when it is needed.
"""
