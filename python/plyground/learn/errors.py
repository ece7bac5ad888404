"""Exceptions of training runs."""


class BadRun(ValueError):
    """A folder does not hold a run that can be continued as asked. The message gives the reason."""
