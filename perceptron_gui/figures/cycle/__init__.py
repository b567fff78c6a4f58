"""The view of a cycle: its lines, weights and norms. Loaded through `figures.registry`."""
