"""The laboratory of orders and starts: how many updates others need, and the adversary.

Loaded through `labs.registry`; imported by `lessons`.
"""
