"""Alembic's migrations. They run by themselves when the store is first used."""
