"""The hot loops, and what compiles them.

Imported by the engine and by laboratories with loops of their own.
"""
