"""The algorithm of a rule as a lecture writes it, line by line, and a visit in it.

Imports the rest of `lectures`; the view `listing` draws it.
"""
