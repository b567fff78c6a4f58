"""The pen that writes programs which train the run again and draw it.

Imported by `export.formats` when it is needed.
"""
