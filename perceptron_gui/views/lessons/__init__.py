"""The panel of a lesson: a step in words, its question and its task. Imported by `app`."""
