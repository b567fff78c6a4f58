"""The vocabulary of figures: axes, marks, roles, labels, themes, and what a view is.

Imports no other folder of figures; all of them import it.
"""
