"""The laboratory of effects: tie rules, codings, offsets and orders as a table.

Imported through `labs.registry`, and by its page.
"""
