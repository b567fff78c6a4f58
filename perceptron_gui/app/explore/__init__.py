"""Proofs, what-ifs and laboratories connected with the session. Imported by `app.main`."""
