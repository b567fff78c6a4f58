"""What the pointer does on the canvas: tools turn it into requests. No Qt in here."""
