"""How the program is packed for machines without a network.

A standalone application, an installer with all wheels, and a check of both with the network cut.
"""
