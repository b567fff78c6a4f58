"""The views of the weights' own space, the neuron and the trace.

Imported through `figures.registry`.
"""
