"""The laboratory of rules: several on the same points, side by side.

Imported through `labs.registry`, and by its page.
"""
