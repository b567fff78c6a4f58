"""Transport and timeline. Imported by the window."""
