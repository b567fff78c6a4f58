"""Both proofs that the perceptron converges, for the run at hand.

Imported by `theory.inseparable`, `figures`, `views.explain` and `app.explore`.
"""
