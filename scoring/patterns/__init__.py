"""What each pattern means, shared by every rule set. What a pattern is worth stands in the rule set files."""

from __future__ import annotations

from . import bonus, honours, luck, sichuan, special, suits, triplets
from .pattern import PATTERNS, Hit, Miss, Pattern, Win, judge

__all__ = ["PATTERNS", "Hit", "Miss", "Pattern", "Win", "bonus", "honours", "judge", "luck", "sichuan", "special", "suits", "triplets"]
