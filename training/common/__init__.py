"""What commands and models alike need: where things lie, files written whole, what is told."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The project's folder."""
