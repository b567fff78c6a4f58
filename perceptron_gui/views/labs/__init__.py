"""The pages of the laboratories. Imported by `app`."""
