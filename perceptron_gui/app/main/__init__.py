"""The program: its start, its end, its log and its crashes. Imported by `cli`."""
