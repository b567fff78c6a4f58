"""The panel in which rules and their options are chosen. Imported by the window."""
