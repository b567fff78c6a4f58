"""The laboratory of effects: tie rules, codings, offsets and orders as a table.

Loaded through `labs.registry`; imported by `views.labs`.
"""
