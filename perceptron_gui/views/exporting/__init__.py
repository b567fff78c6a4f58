"""The parts of the export dialog."""
