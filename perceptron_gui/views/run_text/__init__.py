"""Where a run stands, in words and numbers. Imported by playback, status line and pages."""
