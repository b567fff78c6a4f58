"""The mathematics: data, rules, runs and what can be proved about them. No Qt, no files."""
