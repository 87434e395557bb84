"""The addresses a phone can reach this laptop at, and the QR code that saves typing them."""

from __future__ import annotations

import io
import ipaddress
import socket
from urllib.parse import urlsplit, urlunsplit

import segno


def addresses() -> tuple[str, ...]:
    """This machine's IPv4 addresses, the one that leads out first, loopback last."""
    found = [*_outward(), *_own_names()]
    usable = [address for address in dict.fromkeys(found) if not ipaddress.ip_address(address).is_loopback]
    return (*usable, "127.0.0.1")


def _outward() -> list[str]:
    """Ask the system which of its addresses it would send from; a UDP socket that is only connected sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return []
        return [str(probe.getsockname()[0])]


def _own_names() -> list[str]:
    try:
        return [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    except OSError:
        return []


def for_others(root: str, host: str = "") -> str:
    """The root of our addresses (`http://127.0.0.1:8000/`) as other machines reach it: by `host`, where the browser runs here and named itself."""
    parts = urlsplit(root)
    if not host or not _is_loopback(parts.hostname or ""):
        return root
    return urlunsplit(parts._replace(netloc=f"{host}:{parts.port}" if parts.port else host))


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def trusted_hosts(port: int) -> list[str]:
    """Every Host header that a page served here may be asked for with: no other site's name may lead to this page."""
    name = socket.gethostname().lower()
    hosts = ["localhost", name, f"{name}.local", *addresses()]
    return [*hosts, *(f"{host}:{port}" for host in hosts)]


def qr_code(url: str) -> str:
    """The address as a QR code of block characters, for a terminal."""
    drawn = io.StringIO()
    segno.make(url, error="m").terminal(out=drawn, compact=True)
    return drawn.getvalue()
