"""The one door for words: every sentence the page shows passes through `gettext` or `ngettext`.

English is what stands in the source; a catalogue that translates it takes over here and nowhere else. Templates reach
the same two functions by `_()` and `{% trans %}`. Scripts hold no words: what they show, the server wrote.
"""

from __future__ import annotations

from flask import Flask


def gettext(message: str, **values: object) -> str:
    """The message in the reader's language, `%(name)s` filled in."""
    return message % values if values else message


def ngettext(one: str, many: str, number: int, **values: object) -> str:
    """The form that fits `number`, which fills `%(num)s`."""
    return (one if number == 1 else many) % {"num": number, **values}


def noted(message: str) -> str:
    """Marks a sentence that stands in a table and is translated when it is shown."""
    return message


def speak(app: Flask) -> None:
    """Give the templates the same door."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.globals["language"] = "en"
    app.jinja_env.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]
