"""What is drawn on the plane of the points: line, regions, points, hulls.

Imported by the views of the plane, by `labs` and `app.state`.
"""
