"""The lectures' symbols and set-ups, and the arithmetic of a visit told in them.

Imports `core`; imported by everything that writes mathematics.
"""
