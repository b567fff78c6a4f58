"""Where everything of a figure stands on a page, in points, for all pens alike.

Imported by the pens.
"""
