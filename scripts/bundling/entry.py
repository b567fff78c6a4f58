"""What the standalone application starts."""

from perceptron_gui.cli import entry

entry()
