"""Animations: GIF, APNG and WebP."""
