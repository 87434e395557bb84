"""What makes a lesson the same lesson when it arrives twice. Lessons that are there already have none: they were taught before."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tile_lessons", sa.Column("key", sa.String(64), nullable=True))
