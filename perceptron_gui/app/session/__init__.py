"""The controllers of the open session. Imported by `app.explore` and `app.main`."""
