"""The laboratory of steps: descents with several step sizes, schedules and batches.

Imported through `labs.registry`, and by its page.
"""
