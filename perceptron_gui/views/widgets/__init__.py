"""Small widgets without a subject: fields, buttons, texts, themes.

Imported by nearly all other `views`, and by `app`.
"""
