"""Every word of the pages goes through the one door, and every one of them is there in all three languages."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from test_doors import TEMPLATES

from recognizer.reading import DoubtKind
from webapp.catalogue import LANGUAGES, CatalogueError, catalogue, entries, path_of
from webapp.doubts import SENTENCES
from webapp.language import CHOICES, gettext, ngettext, spoken_by
from webapp.names import SUITS, tile_name, tile_zh
from webapp.uploads import OUR_SAMPLES, samples

JINJA = re.compile(r"{#.*?#}|{%.*?%}|{{.*?}}", re.DOTALL)
TAG = re.compile(r"<[^>]*>", re.DOTALL)
SPOKEN = re.compile(r"""(?:aria-label|alt|title|placeholder)="([^"]*)""")
PLACEHOLDER = re.compile(r"%\((\w+)\)s")
DOORS = {"_": 1, "gettext": 1, "noted": 1, "ngettext": 2}
CHINESE = tuple(language for language in LANGUAGES if language != "en")
HAND = "h-m1.m2.m3.m5.m6.m7.m9.m9.m9w.east.east~s-red.red.red~b-f1"
WON = "seat=south&round=east&won=discard-west&rules=fanorder&asked=fanorder&min=3&cap=13&opt=payment.half&opt=bonus_tiles.true&opt=self_draw_each.2"


def messages(app: Flask) -> dict[str, set[str]]:
    """Every sentence in the source with the placeholders it may hold, those of its plural with it."""
    found: dict[str, set[str]] = {}
    folder = TEMPLATES.parent
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in DOORS:
                words = [word.value for word in node.args[: DOORS[node.func.id]] if isinstance(word, ast.Constant)]
                if words:
                    found.setdefault(words[0], set()).update(*map(PLACEHOLDER.findall, words))
    for path in TEMPLATES.glob("*.html"):
        for _line, _door, told in app.jinja_env.extract_translations(path.read_text(encoding="utf-8")):
            words = [word for word in ((told,) if isinstance(told, str) else told or ()) if word]
            if words:
                found.setdefault(words[0], set()).update(*map(PLACEHOLDER.findall, words))
    return found


@pytest.mark.parametrize("language", CHINESE)
def test_every_sentence_is_translated_and_no_translation_is_left_over(app: Flask, language: str) -> None:
    told = catalogue(language)
    assert set(messages(app)) == set(told)
    assert [message for message, words in told.items() if not words.strip()] == []


@pytest.mark.parametrize("language", CHINESE)
def test_placeholders_are_those_of_the_sentence(app: Flask, language: str) -> None:
    """A plural's number may be said where English has `one`; nothing else may come or go."""
    for message, holes in messages(app).items():
        words = catalogue(language)[message]
        assert set(PLACEHOLDER.findall(words)) == holes, (message, words)
        assert words.count("%") == len(PLACEHOLDER.findall(words)), words


@pytest.mark.parametrize("language", CHINESE)
def test_the_catalogues_are_whole_files(language: str) -> None:
    read = list(entries(path_of(language)))
    assert read[0]["msgid"] == ""
    assert f"Language: {language.replace('-', '_')}\n" in read[0]["msgstr"]
    assert len({entry["msgid"] for entry in read}) == len(read)


def test_the_two_scripts_are_kept_apart() -> None:
    """Characters that only one of the scripts has, of those that the pages use most."""
    traditional, simplified = "牌這張門東萬發財紅蘭對槓選為", "这张门东万发财红兰对杠选为"
    assert [words for words in catalogue("zh-Hans").values() if set(words) & set(traditional) - {"牌"}] == []
    assert [words for words in catalogue("zh-Hant").values() if set(words) & set(simplified)] == []


def test_a_broken_catalogue_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "messages.po"
    path.write_text('msgid "one"\nmsgstr "two\n', encoding="utf-8")
    with pytest.raises(CatalogueError, match="line 2"):
        list(entries(path))


@pytest.mark.parametrize("template", sorted(TEMPLATES.glob("*.html")), ids=lambda path: path.name)
def test_no_word_stands_in_a_template_by_itself(template: Path) -> None:
    text = JINJA.sub("", template.read_text(encoding="utf-8"))
    shown = TAG.sub(" ", text)
    assert re.findall(r"[A-Za-z]{2,}", shown) == []
    assert [words for words in SPOKEN.findall(text) if re.search(r"[A-Za-z]{3,}", words) and "123m" not in words] == []


def test_scripts_hold_no_sentence() -> None:
    """What a script shows stands in the page: its own quoted texts are names and selectors."""
    for script in (TEMPLATES.parent / "static").glob("*.js"):
        code = re.sub(r"/\*.*?\*/|(?m:^\s*//.*$)", "", script.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert re.findall(r"""["'`][A-Z][a-z]+ [a-z ]+["'`.]""", code) == [], script.name


def test_every_face_has_a_name_in_both() -> None:
    faces = [face for _title, faces in SUITS for face in faces]
    assert len(faces) == 42
    assert len({tile_name(face) for face in faces}) == 42
    assert len({tile_zh(face) for face in faces}) == 42


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_face_has_a_name_of_its_own_in_every_language(app: Flask, language: str) -> None:
    faces = [face for _title, faces in SUITS for face in faces]
    with app.test_request_context("/", headers={"Accept-Language": language}):
        names = {tile_name(face) for face in faces}
    assert len(names) == 42
    assert language == "en" or not any(re.search("[a-z]", name) for name in names)


def test_sentences_are_filled_in() -> None:
    assert gettext("100% felt") == "100% felt"
    assert gettext("%(a)s of %(b)s", a=1, b="two") == "1 of two"
    assert ngettext("%(num)s tile", "%(num)s tiles", 1) == "1 tile"
    assert ngettext("%(num)s tile", "%(num)s tiles", 2) == "2 tiles"


def test_every_doubt_of_the_reader_has_words() -> None:
    assert {kind: kind.text for kind in DoubtKind} == SENTENCES


def test_every_shipped_sample_has_words() -> None:
    assert {sample.about for sample in samples()} == set(OUR_SAMPLES)


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("en-GB", "en"), ("zh-HK", "zh-Hant"), ("zh-TW", "zh-Hant"), ("zh-Hant-HK", "zh-Hant"), ("zh-Hant", "zh-Hant"), ("yue-HK", "zh-Hant"),
        ("yue", "zh-Hant"),
        ("zh-CN", "zh-Hans"), ("zh-SG", "zh-Hans"), ("zh-Hans-HK", "zh-Hans"), ("zh", "zh-Hans"), ("yue-Hans", "zh-Hans"), ("fr", ""), ("zu", ""),
    ],
)  # fmt: skip
def test_browser_tags(tag: str, language: str) -> None:
    assert spoken_by(tag) == language


@pytest.mark.parametrize(
    ("asked", "language"),
    [("zh-HK,zh;q=0.9,en;q=0.8", "zh-Hant"), ("fr,zh-CN;q=0.8,en;q=0.2", "zh-Hans"), ("en,zh-HK;q=0.5", "en"), ("fr", "en"), ("", "en"), (";;q=x", "en")],
)
def test_the_browser_chooses_first(client: FlaskClient, asked: str, language: str) -> None:
    response = client.get("/", headers={"Accept-Language": asked})
    assert f'<html lang="{language}">' in response.get_data(as_text=True)
    assert {"Cookie", "Accept-Language"} <= set(response.vary)


def test_a_choice_is_remembered_and_leaves_the_address(client: FlaskClient) -> None:
    response = client.get(f"/review?d={HAND}&lang=zh-Hant")
    assert response.status_code == 302
    assert response.headers["Location"] == f"/review?d={HAND}"
    page = client.get("/", headers={"Accept-Language": "en"}).get_data(as_text=True)
    assert '<html lang="zh-Hant">' in page
    client.get("/?lang=en")
    assert '<html lang="en">' in client.get("/", headers={"Accept-Language": "zh-CN"}).get_data(as_text=True)


def test_an_unknown_language_is_no_choice(client: FlaskClient) -> None:
    assert "Set-Cookie" not in client.get("/?lang=xx").headers
    client.set_cookie("language", "../../etc")
    assert client.get("/").status_code == 200


@pytest.mark.parametrize("address", ["//elsewhere.example/?lang=en", "/%5Celsewhere.example/?lang=en", "///elsewhere.example?lang=en"])
def test_the_switch_leads_to_no_other_site(client: FlaskClient, address: str) -> None:
    location = client.get(address, base_url="http://localhost").headers.get("Location", "/")
    assert re.match(r"/(?![/\\])", location), location


@pytest.mark.parametrize("url", ["/", f"/type?d={HAND}", f"/review?d={HAND}", f"/sets?d={HAND}", f"/context?d={HAND}", f"/result?d={HAND}&{WON}", "/nothing"])
def test_every_page_can_be_switched(client: FlaskClient, url: str) -> None:
    page = client.get(url).get_data(as_text=True)
    for language, name in CHOICES:
        assert re.search(rf'<(?:a href="[^"]*" lang="{language}"|button [^>]*name="lang" value="{language}")[^>]*>{name}</(?:a|button)>', page)
    assert page.count('class="languages"') == 1


@pytest.mark.parametrize("language", CHINESE)
@pytest.mark.parametrize(
    "url",
    [
        "/", "/type", f"/type?d={HAND}", f"/review?d={HAND.replace('m1', 'm1q')}", f"/review?d={HAND}&at=3", f"/sets?d={HAND}", f"/context?d={HAND}",
        f"/context?d={HAND}&rules=sichuan&asked=sichuan", f"/nearest?d={HAND.replace('m7', 'm8')}&{WON}", f"/nearest?d=h-m1&{WON}",
        "/context?d=h-m1.m2.m3w.m9.m9~s-red.red.red~s-green.green.green~s-white.white.white&rules=mahjong_house&asked=none",
        f"/result?d={HAND}", f"/result?d={HAND}&{WON}", f"/result?d={HAND}&{WON.replace('min=3', 'min=9')}",
        f"/result?d=h-m1.m2.m3&{WON}", "/type?text=12x", "/review?d=what", "/nothing",
        *(f"/result?d={HAND.replace('~b-f1', '')}&seat=south&won=self_draw&rules={rules}&asked=none" for rules in ("wisteria", "vmc", "hkma", "mahjong_house")),
    ],
)  # fmt: skip
def test_no_english_is_left_on_a_chinese_page(client: FlaskClient, language: str, url: str) -> None:
    """Names, codes and the rule books' own titles stay; sentences do not."""
    page = client.get(url, headers={"Accept-Language": language}).get_data(as_text=True)
    body = re.sub(r"<p class=\"source\">.*?</p>|<nav class=\"languages\".*?</nav>", "", page, flags=re.DOTALL)
    shown = " ".join([TAG.sub(" ", body), *SPOKEN.findall(body)])
    assert re.findall(r"[A-Za-z]{2,} [A-Za-z]{2,}", shown) == []


def test_the_api_speaks_english_whoever_asks(client: FlaskClient) -> None:
    told = client.get("/api/none", headers={"Accept-Language": "zh-HK"}).get_json()
    assert told["detail"] == "There is no such page."
