"""The views of the weights' own space, the neuron and the trace.

Loaded through `figures.registry`; imported by `figures.cycle` and `export.script`.
"""
