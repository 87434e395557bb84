"""An empty database for each test, in the cluster that they share."""

from __future__ import annotations

from postgres import Cluster
from sqlalchemy import create_engine, text


def fresh(cluster: Cluster) -> str:
    """The address of a database with nothing in it. (Emptying one is quicker than making one.)"""
    engine = create_engine(cluster.url().replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
    return cluster.url()
