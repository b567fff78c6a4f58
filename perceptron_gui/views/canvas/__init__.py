"""The plane that points are painted on. Imported by `app.window`."""
