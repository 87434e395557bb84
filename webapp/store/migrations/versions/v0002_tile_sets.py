"""The house's own tile sets, and what the reader has learnt of each."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tile_sets",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("made_by", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tile_sets"),
        sa.UniqueConstraint("place", name="uq_tile_sets_place"),
        sa.UniqueConstraint("name", name="uq_tile_sets_name"),
    )
    op.create_table(
        "tile_lessons",
        sa.Column("tile_set", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("tiles", sa.Integer, nullable=False),
        sa.Column("known", sa.JSON, nullable=False),
        sa.Column("model", sa.String(80), nullable=False),
        sa.Column("learnt", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("tile_set", "number", name="pk_tile_lessons"),
        sa.ForeignKeyConstraint(["tile_set"], ["tile_sets.id"], name="fk_tile_lessons_tile_set", ondelete="CASCADE"),
    )
