"""Opening, saving, importing and recovering; locks and stamps of open files.

Imported by `app.main` and `app.window`.
"""
