"""The command `lab`: experiments of many runs without a window, told in words and as JSON."""
