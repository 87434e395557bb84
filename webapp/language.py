"""The one door for words: every sentence the page shows passes through `gettext` or `ngettext`.

English is what stands in the source; the catalogues of `locale/` take over here and nowhere else. Templates reach the same
two functions by `_()`. Scripts hold no words: what they show, the server wrote.

Which language: the one chosen on a page (a cookie), else the first of the browser's that we speak, else English. The JSON
API speaks English whoever asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask, Response, g, has_request_context, request

from webapp.catalogue import LANGUAGES, catalogue

COOKIE = "language"
CHOICES = (("en", "English"), ("zh-Hant", "繁體"), ("zh-Hans", "简体"))
"""Each language by its own name, as the control on every page shows them."""

_TRADITIONAL = ("hant", "hk", "tw", "mo")


def current() -> str:
    """The language of this request as a web tag; English outside of one."""
    if not has_request_context():
        return "en"
    if "language" not in g:
        g.language = _chosen()
    return str(g.language)


@contextmanager
def spoken(language: str) -> Iterator[None]:
    """Within the block this request speaks another language: what cannot be written in its own is written in this one."""
    before, g.language = current(), language
    try:
        yield
    finally:
        g.language = before


def _chosen() -> str:
    if request.path.startswith("/api/"):
        return "en"
    remembered = request.cookies.get(COOKIE)
    if remembered in LANGUAGES:
        return str(remembered)
    asked = (spoken_by(tag) for tag, _quality in request.accept_languages)
    return next((language for language in asked if language), "en")


def spoken_by(tag: str) -> str:
    """The one of our languages that a browser's tag means: `zh-HK` -> `zh-Hant`; empty where we speak none."""
    first, *more = tag.lower().replace("_", "-").split("-")
    if first == "en":
        return "en"
    if first == "yue":
        return "zh-Hans" if "hans" in more or "cn" in more else "zh-Hant"
    if first == "zh":
        return "zh-Hant" if "hans" not in more and any(part in _TRADITIONAL for part in more) else "zh-Hans"
    return ""


def is_chinese() -> bool:
    return current() != "en"


def translated(message: str) -> str:
    """The message's translation, its placeholders still open."""
    return catalogue(current()).get(message) or message


def gettext(message: str, **values: object) -> str:
    """The message in the reader's language, `%(name)s` filled in."""
    found = translated(message)
    return found % values if values else found


def ngettext(one: str, many: str, number: int, **values: object) -> str:
    """The form that fits `number`, which fills `%(num)s`."""
    return _form(one, many, number) % {"num": number, **values}


def _form(one: str, many: str, number: int) -> str:
    return catalogue(current()).get(one) or (one if number == 1 else many)


def noted(message: str) -> str:
    """Marks a sentence that stands in a table and is translated when it is shown."""
    return message


def gap() -> str:
    """What stands between two sentences."""
    return "" if is_chinese() else " "


def listed(words: list[str]) -> str:
    """Words one after another, as the language puts them: `a, b`."""
    return gettext(", ").join(words)


def speak(app: Flask) -> None:
    """Give the templates the same door."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(translated, _form, newstyle=True)  # type: ignore[attr-defined]
    app.jinja_env.globals.update(tongue=current, is_chinese=is_chinese, gap=gap, languages=CHOICES)
    app.after_request(vary)


def vary(response: Response) -> Response:
    """A cache must not give one reader's language to another."""
    if response.mimetype == "text/html":
        response.vary.update(("Cookie", "Accept-Language"))
    return response
