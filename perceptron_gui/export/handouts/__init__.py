"""Lessons as handouts: PDF of several pages, and Markdown with its figures beside it.

What a lesson holds is put in order once, in `content`. Imported by `terminal` when it is needed.
"""
