"""Whatever stands in an address, the answer is a page, a redirect or a sentence; never a fault of the server."""

from __future__ import annotations

from urllib.parse import urlencode

from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from webapp.edits import EDITS
from webapp.road import ANSWERS

HAND = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.east.east~s-red.red.red~b-f1"
DRAFTS = st.sampled_from(["", HAND, "h-m1_0q.m2_1", "h-back.m1~s-m1.m1.m1.m1~kc-back.m2.m2.back~x-s1", "b-f1.f1", "s-m1", "x-m1"])
WORDS = st.sampled_from(
    ["0", "3", "99", "m1", "f1", "back", "kc", "h", "east", "self_draw", "discard-west", "rob-west", "fanorder", "sichuan", "none", "0.1.2", "kong"]
)
VALUES = WORDS | st.text(max_size=12)
KEYS = st.sampled_from([*ANSWERS, *EDITS, "at", "as", "after", "adding", "p", "fix", "text", "d"])


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(["/", "/type", "/review", "/sets", "/context", "/result"]), DRAFTS, st.lists(st.tuples(KEYS, VALUES), max_size=6))
def test_any_query_is_answered(client: FlaskClient, page: str, draft: str, pairs: list[tuple[str, str]]) -> None:
    query = urlencode([("d", draft), *pairs])
    response = client.get(f"{page}?{query}")
    assert response.status_code in (200, 302, 400, 422), query
