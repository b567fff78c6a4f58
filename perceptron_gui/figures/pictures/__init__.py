"""The views of the plane, certificates, the weights' own space, and the trace.

Loaded through `figures.registry`; imported by `figures.sheets`, `labs.orders` and `app`.
"""
