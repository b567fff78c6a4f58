"""The command line: its parsers, its words and its progress bar. Imported by `cli`."""
