"""Qt widgets; they emit requests and are told facts, and none knows another.

Imports everything Qt-free; imported by `app`.
"""
