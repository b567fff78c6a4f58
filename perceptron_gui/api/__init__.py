"""The package from Python: train, check, load, and a classifier for scikit-learn.

Nothing here imports Qt. `perceptron_gui` hands these names out; manual: `python`.
"""
