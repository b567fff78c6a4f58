"""The pen of matplotlib: PNG, SVG and PDF."""
