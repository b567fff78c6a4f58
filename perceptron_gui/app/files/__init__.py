"""Opening, saving, importing and recovering. Imported by `app.main` and `app.window`."""
