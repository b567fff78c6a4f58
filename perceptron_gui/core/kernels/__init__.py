"""The hot loops, and what compiles them.

Imported by the rest of `core`, and by `figures.scores`, `labs.orders`, `lectures`, `training` and
`app.main`.
"""
