"""The laboratory of steps: descents with several step sizes, schedules and batches.

Loaded through `labs.registry`; imported by `views.labs`.
"""
