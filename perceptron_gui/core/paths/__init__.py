"""The way of the weights: which point comes when, how a step moves them, how it is recorded.

Imported by `core.rules`, `core.runs` and whatever reads a record.
"""
