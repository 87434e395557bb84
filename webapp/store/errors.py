"""Why nothing could be stored or read, as one of a few kinds that a person can do something about."""

from __future__ import annotations

import errno
from enum import Enum

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout


class Fault(Enum):
    """What is wrong with the place where things are kept."""

    FULL = "full"
    READ_ONLY = "read_only"
    AWAY = "away"
    BUSY = "busy"
    DAMAGED = "damaged"
    NEWER = "newer"
    OFF = "off"


class StoreProblem(RuntimeError):
    """Nothing was stored, or nothing could be read. The same call works once the fault is gone; no restart is needed."""

    def __init__(self, fault: Fault, detail: str = "") -> None:
        super().__init__(detail or fault.value)
        self.fault = fault


_SQLITE = {5: Fault.BUSY, 6: Fault.BUSY, 8: Fault.READ_ONLY, 10: Fault.FULL, 11: Fault.DAMAGED, 13: Fault.FULL, 14: Fault.READ_ONLY, 26: Fault.DAMAGED}
"""SQLite's primary result codes. An I/O error (10) is what a file-size limit or a quota gives where a full disk gives 13."""
_SQLITE_CANNOT_OPEN = 14
_SYSTEM = {errno.ENOSPC: Fault.FULL, errno.EDQUOT: Fault.FULL, errno.EFBIG: Fault.FULL, errno.EROFS: Fault.READ_ONLY, errno.EACCES: Fault.READ_ONLY}
_POSTGRES = {"53": Fault.FULL, "53300": Fault.BUSY, "25006": Fault.READ_ONLY, "55P03": Fault.BUSY, "57014": Fault.BUSY, "40": Fault.BUSY, "XX": Fault.DAMAGED}
"""SQLSTATE, or its class where every one of it means the same. 53 is too little of something: disk, mostly."""


def fault_of(error: Exception) -> Fault | None:
    """What a database's or the system's error means; None where it is a fault of this program, which must not pass for one of the store."""
    if isinstance(error, PoolTimeout):
        return Fault.BUSY
    if isinstance(error, DBAPIError):
        return _of_driver(error)
    if isinstance(error, OSError):
        return _SYSTEM.get(error.errno or 0, Fault.AWAY)
    return None


def _of_driver(error: DBAPIError) -> Fault | None:
    original = error.orig
    code = getattr(original, "sqlite_errorcode", None)
    if code is not None:
        return _SQLITE.get(int(code) & 0xFF)
    state = getattr(original, "sqlstate", None)
    if state:
        return _POSTGRES.get(state) or _POSTGRES.get(state[:2]) or (Fault.AWAY if state[:2] in ("08", "57", "28", "3D") else None)
    # Without a state the server never answered: it is down, or went down meanwhile.
    return Fault.AWAY if error.connection_invalidated or type(original).__name__ in ("OperationalError", "InterfaceError") else None


def is_missing_schema(error: Exception) -> bool:
    """Whether the tables are not there, as after the file was taken away and an empty one came in its place."""
    original = getattr(error, "orig", None)
    return getattr(original, "sqlstate", None) == "42P01" or "no such table" in str(original)
