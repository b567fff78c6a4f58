"""The panel in which rules and their options are chosen.

Imported by `views.labs`, `views.what_if` and `app.window`.
"""
