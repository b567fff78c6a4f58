"""The laboratory of orders and starts: how many updates others need, and the adversary.

Imported through `labs.registry`, and by its page.
"""
