"""Lessons in the window: their steps shown, hidden, asked and checked. Imported by `app.main`."""
