"""`python -m tests.webapp.mutated photos|json`: thousands of damaged photos and bodies, each the same whenever its seed is.

Whatever arrives is answered within SECONDS of processor time (and a minute on the clock) by a page or a sentence, never with a fault
of the server, and the memory taken stays bounded.
What breaks one of these is written to `--keep` with its seed in its name.
"""

from __future__ import annotations

import argparse
import copy
import faulthandler
import io
import json
import random
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from PIL import Image
from pillow_heif import register_heif_opener

from webapp.uploads import SAMPLES

CASES = Path(__file__).parent.parent / "cases"
SECONDS = 5.0
MOST_MEMORY_MB = 600.0
"""What a run may add to the process: a photo of the largest size, decoded, and the networks' own buffers."""
KINDS = ("JPEG", "PNG", "WEBP", "HEIF", "MPO")
Random = random.Random


@lru_cache(maxsize=1)
def photos() -> tuple[bytes, ...]:
    """The shipped samples in every form a phone sends, small so that many can be read."""
    register_heif_opener()
    found = []
    for path in sorted(SAMPLES.glob("*.jpg")):
        with Image.open(path) as opened:
            small = opened.convert("RGB").resize((480, 360))
        for kind in KINDS[:4]:
            packed = io.BytesIO()
            exif = Image.Exif()
            exif[0x0112] = 1 + len(found) % 8
            small.save(packed, kind, **({"exif": exif} if kind != "HEIF" else {}))
            found.append(packed.getvalue())
    return tuple(found)


def mutated_photo(seed: int) -> bytes:
    """One damaged photo: bits turned, parts lost, doubled or exchanged, numbers in its header made extreme."""
    chance = Random(seed)
    photo = bytearray(chance.choice(photos()))
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        chance.choice(_PHOTO_DAMAGES)(photo, chance)
    return bytes(photo)


def _flip(photo: bytearray, chance: Random) -> None:
    for _ in range(chance.choice((1, 3, 20, 200))):
        if photo:
            photo[chance.randrange(len(photo))] ^= 1 << chance.randrange(8)


def _header(photo: bytearray, chance: Random) -> None:
    for _ in range(chance.choice((1, 2, 8))):
        if photo:
            photo[chance.randrange(min(len(photo), 600))] = chance.choice((0, 1, 0x7F, 0x80, 0xFE, 0xFF))


def _huge(photo: bytearray, chance: Random) -> None:
    """A length or a size that is not true."""
    at = chance.randrange(max(1, min(len(photo) - 4, 400)))
    photo[at : at + 4] = chance.choice((b"\xff\xff\xff\xff", b"\x00\x00\x00\x00", b"\x7f\xff\xff\xff", b"\x00\x01\x00\x00"))


def _cut(photo: bytearray, chance: Random) -> None:
    del photo[chance.randrange(len(photo) + 1) :]


def _lose(photo: bytearray, chance: Random) -> None:
    at = chance.randrange(len(photo) + 1)
    del photo[at : at + chance.choice((1, 16, 500, 5000))]


def _double(photo: bytearray, chance: Random) -> None:
    at = chance.randrange(len(photo) + 1)
    photo[at:at] = photo[at : at + chance.choice((2, 64, 4000))] * chance.choice((1, 2, 8))


def _splice(photo: bytearray, chance: Random) -> None:
    """The rest of another photo, of another kind as often as not."""
    other = chance.choice(photos())
    at = chance.randrange(len(photo) + 1)
    photo[at:] = other[min(at, len(other)) :]


def _noise(photo: bytearray, chance: Random) -> None:
    at = chance.randrange(len(photo) + 1)
    photo[at : at + 300] = chance.randbytes(300)


_PHOTO_DAMAGES: Sequence[Callable[[bytearray, Random], None]] = (_flip, _header, _huge, _cut, _lose, _double, _splice, _noise)


@lru_cache(maxsize=1)
def bodies() -> tuple[tuple[str, str], ...]:
    """(address, JSON text) of every golden case."""
    found = []
    for path in sorted(CASES.glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8")).get("cases", []):
            body = {key: case[key] for key in ("ruleset", "options", "hand", "context", "settlement") if key in case}
            found.append(("/api/settle" if "settlement" in body else "/api/score", json.dumps(body)))
    return tuple(found)


ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1.5, 1e308, 10**30, "", "m1", "m10", "east", "\x00", "𝄞" * 50, "<script>", [], [[]], {}, {"": {}}, ["m1"] * 500, "x" * 5000,
)  # fmt: skip


def mutated_body(seed: int) -> tuple[str, bytes]:
    """(address, body): a golden case with a few of its values, keys or bytes exchanged."""
    chance = Random(seed)
    address, text = chance.choice(bodies())
    if chance.random() < 0.25:
        broken = bytearray(text.encode())
        for _ in range(chance.choice((1, 2, 10))):
            chance.choice((_flip, _cut, _lose, _double, _noise))(broken, chance)
        return address, bytes(broken)
    body = json.loads(text)
    for _ in range(chance.choice((1, 1, 2, 5))):
        _exchange(body, chance)
    return address, json.dumps(body).encode()


def _odd(chance: Random) -> Any:
    """A copy: what is put into a body may be changed there."""
    return copy.deepcopy(chance.choice(ODD))


def _exchange(body: Any, chance: Random) -> None:
    """Change one place somewhere in a body."""
    places = list(_places(body))
    if not places:
        return
    holder, key = chance.choice(places)
    way = chance.randrange(5)
    if way == 0:
        holder[key] = _odd(chance)
    elif way == 1:
        del holder[key]
    elif way == 2:
        other, at = chance.choice(places)
        holder[key] = json.loads(json.dumps(other[at])) if _has(other, at) else None
    elif way == 3 and isinstance(holder, list):
        holder.insert(key, _odd(chance))
    elif isinstance(holder, dict):
        holder[str(chance.choice(("extra", "min", "cap", "", key, "ruleset")))] = _odd(chance)


def _has(holder: Any, key: Any) -> bool:
    return key in holder if isinstance(holder, dict) else key < len(holder)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()):
        yield value, key
        yield from _places(inner)


@dataclass(slots=True)
class Seen:
    """What came back. `bad`: (seed, what was wrong); `slowest` in seconds of processor time."""

    statuses: Counter[int] = field(default_factory=Counter)
    bad: list[tuple[int, str]] = field(default_factory=list)
    slowest: float = 0.0
    added_mb: float = 0.0


def memory_mb() -> float:
    """What this process holds now, in MB of 10^6 bytes; 0 where the system does not say."""
    status = Path("/proc/self/status")
    if not status.is_file():
        return 0.0
    return next(int(line.split()[1]) / 1000 for line in status.read_text().splitlines() if line.startswith("VmRSS"))


def bombard(client: FlaskClient, kind: str, count: int, first: int = 0, keep: Path | None = None) -> Seen:
    """Send `count` mutants with the seeds from `first` on."""
    seen, before = Seen(), 0.0
    for seed in range(first, first + count):
        address, sent = ("/api/read", mutated_photo(seed)) if kind == "photos" else mutated_body(seed)
        faulthandler.dump_traceback_later(12 * SECONDS, exit=True)  # what hangs for good is shown where it hangs
        started = time.process_time()  # what the machine does beside is no hang of ours
        if kind == "photos":
            response = client.post(address, data={"photo": (io.BytesIO(sent), "photo.jpg")})
        else:
            response = client.post(address, data=sent, content_type="application/json")
        took = time.process_time() - started
        faulthandler.cancel_dump_traceback_later()
        seen.statuses[response.status_code] += 1
        seen.slowest = max(seen.slowest, took)
        wrong = f"status {response.status_code}" if response.status_code >= 500 else f"{took:.1f} s" if took > SECONDS else ""
        wrong = wrong or ("" if "ok" in (told := response.get_json()) or "tiles" in told else "neither an answer nor an error")
        if wrong:
            seen.bad.append((seed, wrong))
            if keep:
                keep.mkdir(parents=True, exist_ok=True)
                (keep / f"{kind}-{seed}").write_bytes(sent)
        if seed == first + min(50, count // 4):
            before = memory_mb()
    seen.added_mb = memory_mb() - before
    return seen


def main(arguments: list[str] | None = None) -> int:
    from webapp import create_app
    from webapp.__main__ import MODELS, load_models

    parser = argparse.ArgumentParser(prog="python -m tests.webapp.mutated", description=__doc__)
    parser.add_argument("kind", choices=("photos", "json"))
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--keep", type=Path, help="folder for what broke something")
    chosen = parser.parse_args(arguments)
    client = create_app({"WTF_CSRF_ENABLED": False}, load_models(MODELS) if chosen.kind == "photos" else None).test_client()
    seen = bombard(client, chosen.kind, chosen.count, chosen.first, chosen.keep)
    print(f"{chosen.count} mutated {chosen.kind}, seeds from {chosen.first}: {dict(sorted(seen.statuses.items()))}")
    print(f"slowest {seen.slowest:.2f} s of processor time; memory {seen.added_mb:+.0f} MB after the first fifty; {len(seen.bad)} bad")
    for seed, wrong in seen.bad[:20]:
        print(f"  seed {seed}: {wrong}")
    return 1 if seen.bad or seen.added_mb > MOST_MEMORY_MB else 0


if __name__ == "__main__":
    sys.exit(main())
