"""Where everything of a figure stands on a page, in points, for all formats alike.

Imported by the rest of `export`, and by `app.export` and `terminal` for the page.
"""
