"""Labelled photos, tile drawings and renders: everything that the networks learn from."""
