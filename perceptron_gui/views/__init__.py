"""What is seen in the window: the screen pen, and how Qt itself looks. Views show and ask only."""
