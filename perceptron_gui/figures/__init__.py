"""What every view shows, as values: no Qt, no matplotlib, no files."""
