"""The face reader's network: a small residual net over upright or turned 64 px crops. Only training imports it (needs torch)."""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn import functional

from recognizer.classes import CLASS_NAMES

WIDTHS = (24, 48, 96, 160)
"""Channels of the stem, then of each stage."""
DEPTHS = (2, 3, 2)
"""Residual blocks in each stage; its first halves the picture."""
EMBEDDING = WIDTHS[-1]


class Residual(nn.Module):
    """Two 3x3 convolutions around a shortcut; `stride` 2 halves the picture."""

    def __init__(self, inside: int, outside: int, stride: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(inside, outside, 3, stride, 1, bias=False)
        self.first_norm = nn.BatchNorm2d(outside)
        self.second = nn.Conv2d(outside, outside, 3, 1, 1, bias=False)
        self.second_norm = nn.BatchNorm2d(outside)
        self.shortcut: nn.Module = nn.Identity()
        if stride != 1 or inside != outside:
            self.shortcut = nn.Sequential(nn.Conv2d(inside, outside, 1, stride, bias=False), nn.BatchNorm2d(outside))

    def forward(self, x: Tensor) -> Tensor:
        y = functional.relu(self.first_norm(self.first(x)), inplace=True)
        y = self.second_norm(self.second(y))
        return functional.relu(y + self.shortcut(x), inplace=True)


class FaceNet(nn.Module):
    """(n, 3, s, s) RGB in 0..1 -> logits (n, 43) in the order of CLASS_NAMES, and a unit-length embedding (n, 160)."""

    def __init__(self, widths: tuple[int, ...] = WIDTHS, depths: tuple[int, ...] = DEPTHS, classes: int = len(CLASS_NAMES)) -> None:
        super().__init__()
        self.widths = widths
        stem, *stages = widths
        # Four pixels become twelve channels: all of the detail at a quarter of the cost of a first convolution at full size.
        self.stem = nn.Sequential(
            nn.PixelUnshuffle(2), nn.Conv2d(12, stem, 3, 1, 1, bias=False), nn.BatchNorm2d(stem), nn.ReLU(inplace=True), Residual(stem, stem, 1)
        )
        blocks: list[nn.Module] = []
        inside = stem
        for width, depth in zip(stages, depths, strict=True):
            blocks += [Residual(inside, width, 2), *(Residual(width, width, 1) for _ in range(depth - 1))]
            inside = width
        self.blocks = nn.Sequential(*blocks)
        self.dropout = nn.Dropout(0.1)
        self.head = nn.Linear(inside, classes)

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        features = self.blocks(self.stem((crops - 0.5) / 0.25)).mean((2, 3))
        return self.head(self.dropout(features)), functional.normalize(features, dim=1)
