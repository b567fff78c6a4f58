"""Lessons as handouts: PDF of several pages, Markdown with its figures, and pages for the browser.

What a lesson holds is put in order once, in `content`. Imported by `terminal` when it is needed.
"""
