"""The laboratory of margins: the perceptron with a margin, and how wide a line it ends with.

Loaded through `labs.registry`; imported by `views.labs`.
"""
