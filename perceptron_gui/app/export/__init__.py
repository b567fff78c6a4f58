"""Figures exported and copied. Imported by `app.main`."""
