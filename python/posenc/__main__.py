"""``python -m posenc`` and the program ``posenc``: runs the command line and returns its exit status."""

from __future__ import annotations

import sys

from ._node import run
from .errors import PosencError


def main() -> int:
    try:
        return run(sys.argv[1:])
    except PosencError as error:
        print(f"posenc: error {error.code} ({error.field}): {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
