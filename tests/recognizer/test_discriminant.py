"""Telling a set's drawings apart by a handful of examples."""

from __future__ import annotations

import numpy as np
import pytest

from recognizer.discriminant import Discriminant

DRAWINGS, SIZE = 6, 24


@pytest.fixture
def world() -> np.random.Generator:
    return np.random.default_rng(3)


def cloud(random: np.random.Generator, centres: np.ndarray, kinds: np.ndarray, scatter: float) -> np.ndarray:
    """Embeddings (k, 4, SIZE), positive as a network's are: four views of each tile."""
    points = centres[kinds][:, None] + random.normal(0, scatter, (len(kinds), 4, centres.shape[1]))
    return np.maximum(points, 0.001).astype(np.float32)


def test_examples_tell_drawings_apart(world: np.random.Generator) -> None:
    centres = world.uniform(0.1, 1.0, (DRAWINGS, SIZE))
    known = np.repeat(np.arange(DRAWINGS), 2)
    fit = Discriminant.of(cloud(world, centres, known, 0.1), known)
    asked = np.repeat(np.arange(DRAWINGS), 20)
    likely = fit.log_likelihoods(cloud(world, centres, asked, 0.1)[:, 0], DRAWINGS)
    assert (likely.argmax(1) == asked).mean() > 0.98


def test_a_direction_in_which_every_drawing_scatters_counts_less(world: np.random.Generator) -> None:
    """The first number is light: it says nothing about the drawing, however far it is off. Nearest neighbours fall for it."""
    centres = np.full((2, SIZE), 0.5)
    centres[0, 1], centres[1, 1] = 0.3, 0.7
    known = np.repeat([0, 1], 6)
    examples = cloud(world, centres, known, 0.02)
    examples[..., 0] = world.uniform(0.05, 1.0, examples.shape[:2])
    query = centres[0].astype(np.float32)[None].copy()
    query[0, 0], query[0, 1] = 1.0, 0.42
    assert Discriminant.of(examples, known).log_likelihoods(query, 2).argmax() == 0


def test_what_is_like_no_example_may_be_any_unseen_drawing(world: np.random.Generator) -> None:
    centres = world.uniform(0.1, 1.0, (DRAWINGS, SIZE))
    known = np.repeat(np.arange(DRAWINGS - 1), 3)
    fit = Discriminant.of(cloud(world, centres, known, 0.05), known)
    likely = fit.log_likelihoods(cloud(world, centres, np.array([DRAWINGS - 1]), 0.05)[:, 0], DRAWINGS)
    assert likely.argmax() == DRAWINGS - 1


def test_more_examples_are_believed_more(world: np.random.Generator) -> None:
    """The same point, near one drawing's examples: with five of them that drawing is likelier than with one, and an unseen one less so."""
    centres = world.uniform(0.1, 1.0, (DRAWINGS, SIZE))
    query = centres[:1].astype(np.float32)

    def margin(of_first: int) -> float:
        known = np.concatenate([np.zeros(of_first, np.int64), np.repeat(np.arange(1, DRAWINGS), 3)])
        likely = Discriminant.of(cloud(np.random.default_rng(5), centres, known, 0.1), known).log_likelihoods(query, DRAWINGS + 1)[0]
        return float(likely[0] - likely[DRAWINGS])

    assert margin(5) > margin(1) > 0


def test_one_example_of_one_face_is_enough_to_begin_with(world: np.random.Generator) -> None:
    fit = Discriminant.of(cloud(world, np.full((1, SIZE), 0.5), np.array([0]), 0.1), np.array([0]))
    assert np.isfinite(fit.log_likelihoods(np.full((2, SIZE), 0.5, np.float32), 3)).all()
