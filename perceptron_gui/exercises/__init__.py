"""You are the perceptron: exercises from a seed, and what wrong answers tell. No Qt.

Imported by `terminal`, `views` and `app`.
"""
