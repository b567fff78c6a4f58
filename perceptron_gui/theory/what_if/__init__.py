"""What another margin, constant, step or start would do to the bound.

Imported by `figures.curves`, `views.what_if` and `app.explore`.
"""
