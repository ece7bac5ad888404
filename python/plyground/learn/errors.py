"""What runs of learning refuse."""


class BadRun(ValueError):
    """A folder holds no run, or not the one that is asked for; the message says why."""
