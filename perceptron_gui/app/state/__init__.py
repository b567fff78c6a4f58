"""What is edited, shown and remembered. Imported by the rest of `app`."""
