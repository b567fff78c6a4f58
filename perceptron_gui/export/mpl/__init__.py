"""PNG, SVG, PDF and GIF, drawn with matplotlib. Imported by the rest of `export` when needed."""
