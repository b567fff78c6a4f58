"""The panel of what-ifs. Imported by `app`."""
