"""The pen of LaTeX: PGFPlots pictures and tabulars."""
