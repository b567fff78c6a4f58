"""Tests of the laboratories."""
