"""The pages of the laboratories. Imported by the window."""
