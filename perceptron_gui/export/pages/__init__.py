"""Web pages in one file: planes that train in the browser, figures of a run, and lessons of both.

Imported by `export.formats` and `export.handouts`, when a page is to be written.
"""
