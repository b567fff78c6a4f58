"""The engine: data, rules and runs, exact and without Qt.

Imports `base` only; everything above may import it.
"""
