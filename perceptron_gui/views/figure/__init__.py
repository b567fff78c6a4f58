"""Widgets that show a figure, a sheet or a table.

Imported by `views.canvas`, `views.chrome`, `views.labs`, `views.what_if` and `app`.
"""
