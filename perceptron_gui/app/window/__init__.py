"""The window, its docks, pages, menus and the table of actions.

Imported by the rest of `app`, and by `cli` for the table of actions.
"""
