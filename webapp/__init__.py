"""The page a phone opens at the table: tiles in by photo or by hand, Fan lines and payments out."""

from webapp.app import create_app

__all__ = ["create_app"]
