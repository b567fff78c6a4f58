"""Small widgets without a subject. Imported by nearly all other `views`, and by `app`."""
