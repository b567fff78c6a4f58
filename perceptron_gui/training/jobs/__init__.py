"""Everything that runs beside the window except training. Imported by `app`."""
