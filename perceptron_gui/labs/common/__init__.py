"""What a laboratory is, and what all of them share.

Imported by every laboratory, `views` and `terminal`.
"""
