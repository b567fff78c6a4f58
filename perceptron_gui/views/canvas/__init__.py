"""The plane that points are painted on. Imported by the window."""
