"""Hong Kong mahjong scoring: a hand and how it was won in, Fan lines with reasons and payments out."""
