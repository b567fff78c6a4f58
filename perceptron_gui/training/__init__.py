"""The training thread, and the cursor that plays a run back. No widgets."""
