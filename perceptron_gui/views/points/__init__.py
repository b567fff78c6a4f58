"""The table of points. Imported by `app.window`."""
