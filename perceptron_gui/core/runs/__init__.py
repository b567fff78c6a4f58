"""A run: data trained with a rule, asked for weights, measures, bounds and its report.

Everything above may import it.
"""
