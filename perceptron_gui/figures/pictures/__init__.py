"""The views of the plane, certificates, the weights' own space, the neuron and the trace.

Loaded through `figures.registry`; imported by `figures.scores`, `figures.sheets`, `labs.orders`
and `app`.
"""
