"""Before anybody is let in, every first page has been asked for once."""

from __future__ import annotations

from pathlib import Path

from webapp import club, create_app, pictures, warm
from webapp.store import default_url

CLUB = {"FANLENS_SECRET_KEY": "k" * 40, "FANLENS_JOIN_TOKEN": "K7M2P9QX", "FANLENS_HOSTS": "club.example"}


def test_every_page_is_answered_to_the_server_itself(tmp_path: Path) -> None:
    laptop = create_app({"JOIN_TOKEN": "abcdefgh", "TRUSTED_HOSTS": ["localhost"], "DATABASE_URL": default_url(tmp_path)})
    assert warm.up(laptop) == []
    assert warm.up(create_app(club.settings(CLUB))) == []


def test_nothing_is_left_to_draw_for_the_first_phone() -> None:
    warm.up(create_app())
    before = pictures._drawn.cache_info().misses
    client = create_app().test_client()
    for page in ("/", "/guide", "/type", f"/review?d={warm._HAND}"):
        assert client.get(page).status_code == 200
    assert pictures._drawn.cache_info().misses == before
