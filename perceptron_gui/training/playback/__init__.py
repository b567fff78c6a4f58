"""The cursor over a computed run, and what moves it. Imported by `app`."""
