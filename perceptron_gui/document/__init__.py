"""What the user keeps: data read and written, sessions, and sessions carried in exported files."""
