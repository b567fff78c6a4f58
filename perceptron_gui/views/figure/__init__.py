"""Widgets that show a figure, a sheet or a table. Imported by panels, pages and dialogs."""
