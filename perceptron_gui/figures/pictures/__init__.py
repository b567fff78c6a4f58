"""The views of the plane, certificates, the weights' own space, neurons, losses, and the trace.

Loaded through `figures.registry`; imported by `figures.sheets`, `labs.orders`, `export.script`
and `app`.
"""
