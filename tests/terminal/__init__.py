"""The command line as its users meet it: the JSON contract, the words, the files, Ctrl-C."""

import pytest

# Helpers explain a failed assertion as tests do.
pytest.register_assert_rewrite("tests.terminal.contract", "tests.terminal.program")
