"""The views of numbers along a run: norms, loss, cosine, distance, agreement, constant coordinate.

Loaded through `figures.registry`; imported by `figures.sheets` and `app`.
"""
