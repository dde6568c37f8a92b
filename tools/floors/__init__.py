"""The parts of tools/check-floors.py."""
