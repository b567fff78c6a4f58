"""The views of the plane, of certificates, of the weights' own space, the neuron and the trace.

Loaded through `figures.registry`; imported by `figures.sheets`, `labs.orders`, `export.script`
and `app`.
"""
