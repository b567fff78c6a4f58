"""Docks, tool bar, status line and shortcuts around the views. Imported by `app`."""
