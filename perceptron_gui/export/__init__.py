"""File pens: figures drawn to PNG, SVG, PDF, animations, TeX, CSV and programs. No Qt."""
