"""Windows of their own: questions to the user, messages, and the manual. Imported by `app`."""
