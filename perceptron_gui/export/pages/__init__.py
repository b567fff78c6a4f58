"""Web pages in one file that step through runs: figures drawn once as shapes, and what changes.

Imported by `export.formats` and `export.handouts`, when a page is to be written.
"""
