"""The hot loops, and what compiles them.

Imported by the rest of `core`, and by `labs.orders`, `lectures`, `training` and `app.main`.
"""
