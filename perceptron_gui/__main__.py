"""`python -m perceptron_gui` is the command line too."""

from .cli import entry

entry()
