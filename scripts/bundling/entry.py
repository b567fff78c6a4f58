"""What the standalone application starts: the program, or what compiles kernels for it."""

import sys

from perceptron_gui.__main__ import run
from perceptron_gui.core.kernels import compiler_process

if sys.argv[1:] == [compiler_process.ARGUMENT]:
    compiler_process.run()
run()
