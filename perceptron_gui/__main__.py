"""The program: the command `perceptron-gui`, which is `python -m perceptron_gui` too."""

import os
import sys
from typing import NoReturn


def run() -> NoReturn:
    """Run the command line, with one thread for products of matrices.

    Those of ours are small: two threads take longer than one, and five times as long where
    something else keeps the processor busy. OpenBLAS reads this when numpy is imported.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from .cli import entry
    except KeyboardInterrupt:  # before there is anybody else to say so
        if sys.stderr is not None:
            sys.stderr.write("perceptron-gui: interrupted\n")
        sys.exit(130)
    entry()


if __name__ == "__main__":
    run()
