"""Experiments of many runs: orders, starts, rules, steps. No Qt, no files."""
