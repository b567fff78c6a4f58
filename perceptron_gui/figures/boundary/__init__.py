"""The view of the plane with its line.

Loaded through `figures.registry`; imported by `figures.cycle`, `figures.sheets`, `labs.orders`,
`export.script` and `app`.
"""
