"""Which of a few known drawings is it? Probabilistic linear discriminant analysis (Ioffe, 2006) over embeddings of confirmed tiles.

Two covariances are enough: how one drawing's embeddings scatter (light, turn, focus) and how far drawings lie from each other. A drawing seen once is then
believed more loosely than one seen five times, and one never seen is not nothing: it may lie anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Floats = NDArray[np.float64]

WITHIN_SHRINK = 0.3
BETWEEN_SHRINK = 0.2
"""How far each covariance is drawn towards a sphere: a few dozen tiles don't fill 160 dimensions."""


@dataclass(frozen=True, slots=True, eq=False)
class Discriminant:
    """`project` takes an embedding less `centre` to where a drawing scatters by 1 each way and drawings by `between` (e,), both independent.

    `kinds` (c,): the known classes; `means` (c, e) of their examples there; `counts` (c,): how many tiles each is known by.
    """

    centre: Floats
    project: Floats
    between: Floats
    kinds: NDArray[np.int64]
    means: Floats
    counts: Floats

    @staticmethod
    def of(embeddings: Array, classes: NDArray[np.int64]) -> Discriminant:
        """From k tiles, each in v views: `embeddings` (k, v, e), `classes` (k,), k at least 1. Views of a tile count as one example of it."""
        points = _evened(embeddings)
        kinds, place, counts = np.unique(classes, return_inverse=True, return_counts=True)
        means = np.stack([points[place == at].mean((0, 1)) for at in range(len(kinds))])
        centre = means.mean(0)
        within = _covariance((points - means[place][:, None]).reshape(-1, points.shape[2]), WITHIN_SHRINK)
        whiten = np.linalg.inv(np.linalg.cholesky(within))
        between, turn = np.linalg.eigh(whiten @ _covariance(means - centre, BETWEEN_SHRINK) @ whiten.T)
        project = turn.T @ whiten
        return Discriminant(centre, project, np.maximum(between, 1e-6), kinds, (means - centre) @ project.T, counts.astype(np.float64))

    def log_likelihoods(self, embeddings: Array, classes: int) -> Floats:
        """(n, e) -> (n, classes): log density under each class. Every class without an example gets that of a drawing not seen yet."""
        points = (_evened(embeddings) - self.centre) @ self.project.T
        found = np.repeat(_log_density(points, np.zeros_like(self.between), 1 + self.between)[:, None], classes, axis=1)
        for kind, mean, count in zip(self.kinds, self.means, self.counts, strict=True):
            trust = count * self.between / (count * self.between + 1)
            found[:, kind] = _log_density(points, trust * mean, 1 + self.between / (count * self.between + 1))
        return found


def _evened(embeddings: Array) -> Floats:
    """Roots: an embedding is a mean of rectified activities, and those scatter the more the larger they are."""
    values = embeddings.astype(np.float64)
    return np.asarray(np.sign(values) * np.sqrt(np.abs(values)))


def _covariance(points: Floats, shrink: float) -> Floats:
    """Of points about nought, (n, e) -> (e, e), drawn towards a sphere of the same size."""
    covariance = points.T @ points / len(points)
    size = covariance.shape[0]
    return np.asarray((1 - shrink) * covariance + (shrink * np.trace(covariance) / size + 1e-6) * np.eye(size))


def _log_density(points: Floats, mean: Floats, variance: Floats) -> Floats:
    return np.asarray(-0.5 * ((points - mean) ** 2 / variance + np.log(variance)).sum(-1))
