"""Where the files of the repository are."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]

FAKE_ENGINE: Final = ROOT / "tests" / "support" / "fake_engine.py"
"""An engine that fails on request."""
