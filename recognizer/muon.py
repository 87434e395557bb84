"""Muon: gradient descent whose steps on matrices are made orthogonal, so that no direction of a layer learns faster than another. Needs torch.

After Jordan et al., https://kellerjordan.github.io/posts/muon/ (momentum, five Newton-Schulz steps in place of a singular value decomposition), with steps
of AdamW's length after Liu et al., arXiv:2502.16982, so that both take one rate. torch.optim.Muon takes matrices alone, no convolutions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch
from torch import Tensor

NEWTON_SCHULZ = (3.4445, -4.7750, 2.0315)
"""Coefficients of x, x³ and x⁵ that bring every singular value from (0, 1] near 1 in five steps."""
STEPS = 5
ADAM_LENGTH = 0.2
"""Root mean square of one of AdamW's steps, as a share of its rate."""


class Muon(torch.optim.Optimizer):
    """For weights of at least two axes; a convolution's is taken as (out, in * h * w)."""

    def __init__(self, params: Iterable[Tensor], lr: float, weight_decay: float = 0.0, momentum: float = 0.95) -> None:
        super().__init__(params, {"lr": lr, "weight_decay": weight_decay, "momentum": momentum})

    @torch.no_grad()
    def step(self, closure: Any = None) -> None:
        """One step along every gradient there is."""
        for group in self.param_groups:
            for weight in group["params"]:
                if weight.grad is None:
                    continue
                state = self.state[weight]
                if not state:
                    state["mean"] = torch.zeros_like(weight)
                mean = state["mean"]
                mean.lerp_(weight.grad, 1 - group["momentum"])
                matrix = weight.grad.lerp(mean, group["momentum"]).flatten(1)
                weight.mul_(1 - group["lr"] * group["weight_decay"])
                weight.add_(orthogonal(matrix).view(weight.shape), alpha=-group["lr"] * ADAM_LENGTH * max(matrix.shape) ** 0.5)


def orthogonal(matrix: Tensor) -> Tensor:
    """The matrix (n, m) with its singular values near 1 and its singular vectors kept; zeros stay zeros."""
    upright = matrix.shape[0] > matrix.shape[1]
    x = matrix.T if upright else matrix
    x = x / (x.norm() + 1e-7)
    a, b, c = NEWTON_SCHULZ
    for _ in range(STEPS):
        square = x @ x.T
        x = a * x + (b * square + c * square @ square) @ x
    return (x.T if upright else x).contiguous()
