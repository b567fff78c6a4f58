"""Where everything goes on a page, in points: shared by the pens, so that they agree."""
