"""The notation and the set-ups of five lectures, and the arithmetic of a visit in that notation.

Imports `core`; imported by everything that writes mathematics.
"""
