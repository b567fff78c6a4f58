"""Data sets: what they are, how they are edited, and the library of named ones.

Everything may import it.
"""
