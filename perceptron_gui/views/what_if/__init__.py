"""The parts of the what-if panel."""
