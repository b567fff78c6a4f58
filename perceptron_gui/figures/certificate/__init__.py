"""The view of what rules a line out. Imported through `figures.registry`."""
