"""Some hundreds of the damaged photos and bodies that `python -m tests.webapp.mutated` sends by the thousand, and whatever the API's own description allows."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import schemathesis
from flask.testing import FlaskClient
from hypothesis import HealthCheck, settings
from mutated import MOST_MEMORY_MB, bombard, mutated_body, mutated_photo, photos
from schemathesis.specs.openapi.checks import positive_data_acceptance
from table_photos import fake_read

from webapp import create_app
from webapp.__main__ import MODELS, load_models
from webapp.store import default_url


def test_damaged_photos_are_read_or_refused_in_words() -> None:
    client = create_app({"WTF_CSRF_ENABLED": False}, load_models(MODELS)).test_client()
    seen = bombard(client, "photos", 120)
    assert seen.bad == []
    assert set(seen.statuses) <= {200, 400, 413, 415, 422}
    assert seen.statuses[200] > 10 and sum(seen.statuses.values()) - seen.statuses[200] > 10  # both roads were walked
    assert seen.added_mb < MOST_MEMORY_MB


def test_damaged_bodies_are_answered_or_refused_in_words(client: FlaskClient) -> None:
    seen = bombard(client, "json", 700)
    assert seen.bad == []
    assert set(seen.statuses) <= {200, 400, 422}
    assert len(seen.statuses) == 3


def test_a_fault_would_be_seen() -> None:
    def fail(photo: bytes, models: object) -> dict[str, object]:
        raise RuntimeError("a reader that breaks")

    client = create_app({"WTF_CSRF_ENABLED": False, "READ_PHOTO": fail}, models="fake").test_client()
    assert [wrong for _seed, wrong in bombard(client, "photos", 2).bad] == ["status 500"] * 2


def test_a_seed_is_a_mutant() -> None:
    assert mutated_photo(7) == mutated_photo(7) != mutated_photo(8)
    assert mutated_body(7) == mutated_body(7) != mutated_body(9)
    assert len({photo[:4] for photo in photos()}) >= 3
    assert all(mutated_photo(seed) not in photos() for seed in range(20))


# With a store, or whatever is kept would be answered by 503 alone; it lives as long as this module does.
_kept = TemporaryDirectory(prefix="fanlens-schema-")
schema = schemathesis.openapi.from_wsgi(
    "/api/openapi.json",
    create_app({"WTF_CSRF_ENABLED": False, "READ_PHOTO": fake_read, "DATABASE_URL": default_url(Path(_kept.name))}, models="fake"),
)


@schema.parametrize()
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_api_does_what_its_description_says(case: schemathesis.Case) -> None:
    """Every check but one: a body of the right form may still be no hand, which is 422 and described so."""
    case.call_and_validate(excluded_checks=[positive_data_acceptance])
