"""What each view shows, as values without Qt or colours.

Imports `core`, `lectures` and `theory`; imported by `labs`, `export`, `views`, `app` and
`terminal`.
"""
