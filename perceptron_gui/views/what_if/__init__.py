"""The panel of what-ifs. Imported by the window."""
