"""Long trials of the program, each with its counts; `scripts/campaign.py` runs them by name."""
