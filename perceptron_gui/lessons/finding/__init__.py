"""What the engine finds for facts: numbers of a run after a visit, and of the whole run.

Every number is exact where it can be. Imported by `lessons`, whose table names them.
"""
