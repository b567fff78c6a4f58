"""The views of numbers along a run: norms, loss, cosine, distance, agreement, constant coordinate.

Imported through `figures.registry` and by sheets.
"""
