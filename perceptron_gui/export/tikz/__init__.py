"""PGFPlots and tables for LaTeX. Imported by `export.formats` when it is needed."""
