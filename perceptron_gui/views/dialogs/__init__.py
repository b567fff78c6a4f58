"""Questions and messages in windows of their own. Imported by `app`."""
