"""The results of a study: rows, tables, files and pages."""
