"""Tests in a browser. Fixtures of a package are shared by its modules."""
