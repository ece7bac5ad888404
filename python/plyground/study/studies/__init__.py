"""The study functions: each plays games and returns a report."""
