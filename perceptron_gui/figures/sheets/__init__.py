"""Views made of several figures. Imported through `figures.registry`."""
