"""`python -m recognizer COMMAND ...`"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

from recognizer.errors import RecognizerError, told_of

COMMANDS = {
    "read": ("recognizer.show", "read the tiles in a photo"),
    "evaluate": ("recognizer.evaluate", "compare what is read with labels"),
    "train": ("recognizer.train", "train both networks from a prepared folder (needs torch)"),
    "ablate": ("recognizer.ablate", "what each ingredient of the face reader's training is worth (needs torch)"),
    "export": ("recognizer.export", "checkpoints to ONNX (needs torch)"),
    "blend": ("recognizer.blend", "the mean of two detector checkpoints of one run (needs torch)"),
    "calibrate": ("recognizer.calibrate", "choose temperature and thresholds on held-out training groups"),
    "mistakes": ("recognizer.mistakes", "a contact sheet of what reading and labels disagree on"),
    "rival": ("recognizer.rival", "PyPI's mahjong-detector on the same photos"),
    "card": ("recognizer.card", "measure, and rewrite the numbers of the model card and the README"),
}
"""Command -> the module whose `main(arguments) -> exit status` runs it, and what it does. Only the chosen one is imported: training needs torch."""


def main(arguments: Sequence[str]) -> int:
    """Run one command. 0 done or help, 1 refused (one line on stderr says why), 2 no such command."""
    if arguments and arguments[0] in ("-h", "--help"):
        print(_help())
        return 0
    if not arguments or arguments[0] not in COMMANDS:
        print(f"no such command: {arguments[0]!r}\n\n{_help()}" if arguments else _help(), file=sys.stderr)
        return 2
    module = importlib.import_module(COMMANDS[arguments[0]][0])
    try:
        return int(module.main(arguments[1:]))
    except (RecognizerError, OSError) as error:
        print(told_of(error) if isinstance(error, OSError) else error, file=sys.stderr)
        return 1


def _help() -> str:
    told = "\n".join(f"  {name:10} {what}" for name, (_, what) in COMMANDS.items())
    return f"usage: python -m recognizer COMMAND ...\n\n{told}\n\nEach says more of itself: python -m recognizer COMMAND --help"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
