"""What the user edits and saves. So far: reading data from files and from the library."""
