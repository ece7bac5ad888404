"""Figures of reports, drawn with Matplotlib."""
