"""Chinese as one hand would write it: a word for each thing, its own punctuation, no spaces beside letters; on the pages and in what the scorer says."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from table_photos import fake_read

from scoring import explain
from scoring.explain import pattern_name
from scoring.rulesets import RULESET_NAMES, load_ruleset
from webapp import create_app
from webapp.catalogue import catalogue
from webapp.store import default_url

GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"
SCORING = Path(explain.__file__).parent
CHINESE = ("zh-Hant", "zh-Hans")
HAN = "\u3400-\u4dbf\u4e00-\u9fff"
HOLE = re.compile(r"%\(\w+\)s|\{\w*\}")
NOTATION = re.compile(r"\([0-9a-z+]+\)|\[[0-9a-z]+\]")
NAMES = re.compile("[槓杠]上炮|海底炮")
"""Sichuan's own names of hands."""


def told_by_scoring(language: str) -> Iterator[tuple[str, str]]:
    """(where, text) of everything in the engine's data that is in this language."""
    key = language.replace("-", "_").lower()

    def within(where: str, value: object) -> Iterator[tuple[str, str]]:
        for name, each in value.items() if isinstance(value, dict) else ():
            if name == key:
                yield where, each
            else:
                yield from within(f"{where} {name}", each)

    for path in sorted((*SCORING.glob("texts/*.toml"), *SCORING.glob("rulesets/*.toml"))):
        yield from within(path.name, tomllib.loads(path.read_text(encoding="utf-8")))


def texts(language: str) -> list[tuple[str, str]]:
    return [*catalogue(language).items(), *told_by_scoring(language)]


def terms(language: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """(English, the words, what is not said instead) of each row."""
    for line in GLOSSARY.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 5 and cells[0] not in ("English", "---"):
            place = 1 + CHINESE.index(language)
            yield cells[0], re.split("[、；]", cells[place]), cells[place + 2].split()


@pytest.mark.parametrize("language", CHINESE)
def test_there_are_texts_to_look_at(language: str) -> None:
    assert len(catalogue(language)) > 300 and len(list(told_by_scoring(language))) > 300 and len(list(terms(language))) > 20


@pytest.mark.parametrize("language", CHINESE)
def test_each_thing_has_one_word(language: str) -> None:
    told = texts(language)
    for english, words, others in terms(language):
        assert [word for word in words if not any(word in text for _where, text in told)] == [], english
        assert [(where, text) for where, text in told for other in others if other in NAMES.sub("", text)] == [], english


@pytest.mark.parametrize("language", CHINESE)
def test_marks_are_full_width_and_quotation_marks_those_of_the_script(language: str) -> None:
    foreign = "“”‘’" if language == "zh-Hant" else "「」『』"
    wrong = []
    for where, text in texts(language):
        bare = NOTATION.sub("", HOLE.sub("", text))
        if re.search(f"[{foreign}\"']", bare) or (re.search(f"[{HAN}]", bare) and re.search(r"[,;:!?()]|\.\.\.|\.$", bare)):
            wrong.append((where, text))
    assert wrong == []


@pytest.mark.parametrize("language", CHINESE)
def test_no_space_stands_beside_a_chinese_character(language: str) -> None:
    assert [(where, text) for where, text in texts(language) if re.search(rf"[{HAN}，。：；、！？「」（）] +[\w%{{(\[]|[\w)}}%] +[{HAN}]", text)] == []


@pytest.mark.parametrize("language", ("en", *CHINESE))
@pytest.mark.parametrize("name", RULESET_NAMES)
def test_no_two_hands_of_a_table_have_the_same_name(name: str, language: str) -> None:
    rules = load_ruleset(name)
    names = [pattern_name(pattern, language.replace("-", "_").lower(), rules) for pattern in rules.prices]
    assert sorted(each for each in names if names.count(each) > 1) == []


_HAND = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.east.east~s-red.red.red~b-f1"
_WON = "seat=south&round=east&won=discard-west&rules=fanorder&asked=none"
_PAGES = (
    "/", "/about", "/guide", "/guide?rules=sichuan", "/own-tiles/", "/type", "/type?text=12x", "/type?text=", f"/type?d={_HAND}",
    f"/review?d={_HAND.replace('m1', 'm1q')}",
    f"/review?d={_HAND}&at=3", f"/review?d=h-m1.back.m2~kc-back.back.back.back&{_WON}", f"/sets?d={_HAND}", f"/context?d={_HAND}", f"/result?d={_HAND}&{_WON}",
    f"/result?d={_HAND}&{_WON.replace('fanorder', 'mahjong_house')}", f"/nearest?d={_HAND.replace('m7', 'm8')}&{_WON}", "/review?d=zz", "/nothing",
)  # fmt: skip


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    """The page with a store: what is kept in one is told too."""
    config = {"TESTING": True, "WTF_CSRF_ENABLED": False, "READ_PHOTO": fake_read, "DATABASE_URL": default_url(tmp_path)}
    return create_app(config, models="fake").test_client()


@pytest.mark.parametrize("language", CHINESE)
@pytest.mark.parametrize("url", _PAGES)
def test_pages_are_put_together_in_chinese_too(client: FlaskClient, language: str, url: str) -> None:
    """Half-width marks beside Chinese characters come from templates and code, not from the catalogues."""
    page = client.get(url, headers={"Accept-Language": language}).get_data(as_text=True)
    body = page.partition("<body")[2]
    attributes = re.findall(r'(?:aria-label|alt|title)="([^"]*)"', body)
    shown = [NOTATION.sub("", text) for text in [*re.split(r"<[^>]*>", body), *attributes]]
    assert [text.strip() for text in shown if re.search(rf"[{HAN}）」”][,;:!?(]|[,;:!?)] ?[{HAN}]|[。！？，；：] [{HAN}]", text)] == []
    assert [text.strip() for text in shown if re.search("[“”]" if language == "zh-Hant" else "[「」]", text)] == []
