"""The parts of the command line: reading words, working with somebody waiting, telling."""
