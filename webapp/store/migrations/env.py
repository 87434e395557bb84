"""Alembic asks this file how to run: on the connection that the store hands over, within its transaction."""

from alembic import context

from webapp.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True, transactional_ddl=False)
context.run_migrations()
