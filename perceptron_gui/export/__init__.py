"""Figures written to files. Imports `document`; imported by `views`, `app` and `terminal`."""

import logging

# What matplotlib reports, on fonts and folders that it cannot write, is dropped unless somebody
# adds a handler. It begins when it is imported, which is why this stands here.
logging.getLogger("matplotlib").addHandler(logging.NullHandler())
