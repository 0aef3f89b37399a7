"""Shared helpers: the project's folder, atomic file writes, console messages, provenance."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The project's folder."""
