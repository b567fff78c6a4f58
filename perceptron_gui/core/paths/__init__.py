"""The way of the weights: which point comes when, how a step moves them, how it is recorded.

Imported by `core.runs`, and by whoever reads a record.
"""
