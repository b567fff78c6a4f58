"""The space a rule works in: its coordinates, its numbers, and whether a line exists there.

Everything above `core.kernels` may import it.
"""
