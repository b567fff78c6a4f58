"""What can be proved of a data set and a run, told line by line: bounds, certificates, cycles."""
