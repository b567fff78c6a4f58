"""The pen that writes programs: a run trained and drawn again without this package."""
