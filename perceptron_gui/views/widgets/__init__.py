"""Small widgets without a subject: fields, buttons, texts, themes. Imported by all views."""
