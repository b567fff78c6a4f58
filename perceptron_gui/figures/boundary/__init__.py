"""The view of the plane with its line. Imported through `figures.registry` and by sheets."""
