"""The tables of the database. Times are whole seconds since 1970 (UTC); bodies are JSON data whose form their writers know.

A change here needs a migration beside it: a test compares the two.
"""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, UniqueConstraint

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

settings = Table("settings", metadata, Column("name", String(40), primary_key=True), Column("value", String(200), nullable=False))

photos = Table(
    "photos",
    metadata,
    Column("sha256", String(64), primary_key=True),
    Column("jpeg", LargeBinary, nullable=False),
    Column("width", Integer, nullable=False),
    Column("height", Integer, nullable=False),
)

records = Table(
    "records",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("made_at", BigInteger, nullable=False),
    Column("made_by", String(64), nullable=False),
    Column("body", JSON, nullable=False),
)

record_photos = Table(
    "record_photos",
    metadata,
    Column("record", String(32), ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("sha256", String(64), ForeignKey("photos.sha256"), nullable=False),
    Column("keep_until", BigInteger, nullable=False),
    Index(None, "keep_until"),
    Index(None, "sha256"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("made_at", BigInteger, nullable=False),
    Column("made_by", String(64), nullable=False),
    Index(None, "made_at"),
)

entries = Table(
    "entries",
    metadata,
    Column("table", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("made_at", BigInteger, nullable=False),
    # What makes a save the same save when it arrives twice.
    Column("key", String(64), nullable=False),
    Column("body", JSON, nullable=False),
    UniqueConstraint("table", "key"),
)

tile_sets = Table(
    "tile_sets",
    metadata,
    Column("id", String(32), primary_key=True),
    # Which of the house's few places the set takes: that they are few is the database's own rule.
    Column("place", Integer, nullable=False),
    Column("name", String(60), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("made_by", String(64), nullable=False),
    UniqueConstraint("place"),
    UniqueConstraint("name"),
)

tile_lessons = Table(
    "tile_lessons",
    metadata,
    Column("tile_set", String(32), ForeignKey("tile_sets.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("made_at", BigInteger, nullable=False),
    Column("tiles", Integer, nullable=False),
    Column("known", JSON, nullable=False),
    Column("model", String(80), nullable=False),
    Column("learnt", LargeBinary, nullable=False),
    # What makes a lesson the same lesson when it arrives twice.
    Column("key", String(64)),
)
