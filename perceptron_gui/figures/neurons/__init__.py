"""What a perceptron was made after: the neuron as a model and as a cell, and its history.

Loaded through `figures.registry`; others import only the activations.
"""
