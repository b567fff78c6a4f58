"""Tools that turn the pointer into edits, without Qt. Imported by the canvas and the tool bar."""
