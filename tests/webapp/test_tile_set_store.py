"""What is kept of the house's own tile sets, on SQLite and on PostgreSQL: few sets, whole lessons, and the last one can be taken back."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import inspect
from store_places import Clock

from webapp.store import Store
from webapp.store.store import MIGRATIONS
from webapp.store.tile_sets import MOST_SETS, Lesson, NameTaken, TooManySets, begin, every, forget, learnt, one, rename, take_back, teach


def lesson(tiles: int = 14, data: bytes = b"learnt", **known: int) -> Lesson:
    return Lesson(tiles, known or {"m1": 2, "f1": 1}, "abc-def", data)


def test_a_set_comes_back_as_it_was_taught(store: Store, clock: Clock) -> None:
    begin(store, "a", "阿婆的牌", "maker", lesson(data=b"\x00\xff" * 400_000))
    found = one(store, "a")
    assert found is not None
    assert (found.id, found.name, found.made_by, found.tiles, dict(found.known)) == ("a", "阿婆的牌", "maker", 14, {"m1": 2, "f1": 1})
    assert (found.lesson, found.lessons, found.made_at, found.taught_at) == (1, 1, int(clock.at), int(clock.at))
    assert learnt(store, "a") == (1, b"\x00\xff" * 400_000)
    assert one(store, "b") is None and learnt(store, "b") is None


def test_lessons_lie_on_top_of_each_other_and_the_last_one_is_taken_back(store: Store, clock: Clock) -> None:
    begin(store, "a", "ours", "maker", lesson(data=b"1"))
    for number in (1, 2, 3):
        clock.at += 60
        assert teach(store, "a", number, lesson(data=str(number + 1).encode(), m1=number))
    found = one(store, "a")
    assert found is not None and (found.lesson, found.lessons, dict(found.known)) == (4, 2, {"m1": 3})
    assert found.taught_at - found.made_at == 180
    assert not take_back(store, "a", 3)  # not the last one
    assert take_back(store, "a", 4)
    assert learnt(store, "a") == (3, b"3")
    assert not take_back(store, "a", 3)  # nothing before it is left
    assert teach(store, "a", 3, lesson(data=b"again"))
    assert learnt(store, "a") == (4, b"again")


def test_a_lesson_on_top_of_what_is_not_there_any_more_is_refused(store: Store) -> None:
    begin(store, "a", "ours", "maker", lesson())
    assert teach(store, "a", 1, lesson(data=b"first"))
    assert not teach(store, "a", 1, lesson(data=b"second"))
    assert learnt(store, "a") == (2, b"first")
    forget(store, "a")
    assert not teach(store, "a", 2, lesson())
    assert every(store) == ()


def test_of_lessons_that_come_together_one_is_stored(store: Store) -> None:
    begin(store, "a", "ours", "maker", lesson())
    stored: list[bool] = []
    threads = [threading.Thread(target=lambda number=number: stored.append(teach(store, "a", 1, lesson(data=b"%d" % number)))) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(stored) == [False] * 5 + [True]
    found = one(store, "a")
    assert found is not None and found.lesson == 2


def test_two_sets_never_have_one_name(store: Store) -> None:
    begin(store, "a", "Gran's", "maker", lesson())
    begin(store, "b", "Travel", "maker", lesson())
    with pytest.raises(NameTaken):
        begin(store, "c", "gran's", "maker", lesson())
    with pytest.raises(NameTaken):
        rename(store, "b", "Gran's")
    assert rename(store, "a", "GRAN'S") and rename(store, "b", "Club")
    assert not rename(store, "c", "nobody")
    assert {(each.id, each.name) for each in every(store)} == {("a", "GRAN'S"), ("b", "Club")}


def test_sets_are_few_whoever_makes_them_at_once(store: Store) -> None:
    made: list[str] = []

    def make(number: int) -> None:
        try:
            begin(store, f"set{number}", f"name {number}", "maker", lesson())
            made.append("made")
        except TooManySets:
            made.append("too many")
        except Exception as error:  # tried often enough amid the others: told to come back
            made.append(type(error).__name__)

    threads = [threading.Thread(target=make, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number in range(4, MOST_SETS + 4):
        make(number)
    assert len(every(store)) == MOST_SETS == made.count("made")
    assert made[-1] == "too many"
    forget(store, every(store)[0].id)
    make(99)
    assert made[-1] == "made"


def test_the_set_that_was_taught_last_comes_first(store: Store, clock: Clock) -> None:
    for name in ("a", "b"):
        begin(store, name, name, "maker", lesson())
        clock.at += 10
    assert [each.id for each in every(store)] == ["b", "a"]
    teach(store, "a", 1, lesson())
    assert [each.id for each in every(store)] == ["a", "b"]


def test_a_database_from_before_there_were_sets_gets_them(store: Store, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with store._engine.connect().execution_options(writes=True) as connection, connection.begin():
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        assert "tile_sets" not in inspect(connection).get_table_names()
    begin(store, "a", "ours", "maker", lesson())
    assert [each.name for each in every(store)] == ["ours"]
