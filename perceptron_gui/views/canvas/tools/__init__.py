"""Tools that turn the pointer into edits, without Qt.

Imported by `views.canvas` and `app.session`.
"""
