"""The panel in which rules and their options are chosen.

Imported by `views.what_if` and `app.window`.
"""
