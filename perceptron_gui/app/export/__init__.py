"""Figures exported, copied and dragged out of the window. Imported by `app.main`."""
