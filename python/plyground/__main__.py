"""The program `python -m plyground`."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
