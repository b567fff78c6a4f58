"""A session as a value, its JSON with every field checked, and the steps of undo.

Imported by everything that opens or saves.
"""
