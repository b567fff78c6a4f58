"""Rules and their options as values: what they mean, what they allow, how they move and answer.

Everything above may import it.
"""
