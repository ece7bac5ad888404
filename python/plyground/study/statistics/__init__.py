"""Estimates, confidence intervals, tests and models. Nothing here plays games."""
