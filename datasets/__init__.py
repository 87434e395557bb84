"""Fanlens."""
