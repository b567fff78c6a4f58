"""Tools: the pointer becomes edits, without Qt. Imported by `views.canvas` and `app.session`."""
