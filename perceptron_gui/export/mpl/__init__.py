"""The pen that paints PNG, SVG and PDF with matplotlib.

Imported by `export.formats` when it is needed.
"""
