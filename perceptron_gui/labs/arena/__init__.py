"""The laboratory of rules: several on the same points, side by side.

Loaded through `labs.registry`; imported by `views.labs`.
"""
