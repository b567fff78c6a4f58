"""What the standalone application starts: the program, or what stores compiled kernels for it."""

import sys

from perceptron_gui.__main__ import run
from perceptron_gui.core.runs import warm_up

if sys.argv[1:] == [warm_up.ARGUMENT]:
    warm_up.main()
else:
    run()
