"""Figures written to files. Imports `figures` and `document`; imported by `app` and `terminal`."""
