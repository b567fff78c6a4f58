"""One open session in a window: who tells whom. Imported by `app.explore` and `app.main`."""
