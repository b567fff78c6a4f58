"""The export dialog. Imported by `app.export`."""
