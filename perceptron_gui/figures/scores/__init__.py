"""The views of what becomes of scores: the losses of points, and the activations of a neuron.

Loaded through `figures.registry`; imported by nobody else.
"""
