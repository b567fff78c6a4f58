"""Views made of several figures. Loaded through `figures.registry`; imported by `labs.arena`."""
