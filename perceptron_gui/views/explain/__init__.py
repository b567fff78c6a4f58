"""The arithmetic of a visit, and why it ends. Imported by `app`."""
