"""The view of a cycle: its lines, weights and norms. Imported through `figures.registry`."""
