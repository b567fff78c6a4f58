"""What proves that no line exists: certificates and cycles.

Imported by `figures` and `views`.
"""
