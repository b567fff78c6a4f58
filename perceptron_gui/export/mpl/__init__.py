"""PNG, SVG and PDF, drawn with matplotlib.

Imported by `export.formats` when it is needed, and by `export.animation`.
"""
