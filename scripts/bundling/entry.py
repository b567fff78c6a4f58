"""What the standalone application starts."""

from perceptron_gui.__main__ import run

run()
