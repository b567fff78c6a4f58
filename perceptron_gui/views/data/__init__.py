"""Choosing what is learnt from: data sets as pictures, their settings, coordinates to look at.

Imported by `app.session`.
"""
