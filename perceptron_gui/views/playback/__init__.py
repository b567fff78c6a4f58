"""Transport and timeline. Imported by `app.window`."""
