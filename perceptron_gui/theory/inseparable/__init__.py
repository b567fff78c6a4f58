"""What proves that no line exists: certificates and cycles.

Imported by `theory.what_if`, `figures` and `views`.
"""
