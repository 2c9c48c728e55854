"""Tests of the annotations: the package passes strict mypy, and a user's program gets the expected types."""

import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import posenc

package = Path(posenc.__file__).parent

PROGRAM = """
import numpy as np
import posenc

reveal_type(posenc.inv_freq("config.json").attention_factor)
reveal_type(posenc.table("rope", [1.0], dim=8))
reveal_type(posenc.report({"model_type": "llama"})["base"])
with posenc.train({}) as run:
    reveal_type(run.checkpoint())
posenc.report()
posenc.report("config.json", context_length="128k")
posenc.cos_sin("config.json", range(4), layout="halves")
posenc.no_such_name
posenc.report("config.json", contextLength=5)
posenc.train({}, weigths={})
"""


@unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy is not installed")
class Types(unittest.TestCase):
    def test_the_package_and_a_user(self):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "program.py"
            program.write_text(PROGRAM, encoding="utf-8")
            command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", folder, str(package), str(program)]
            env = {**os.environ, "MYPYPATH": str(package.parent)}
            said = subprocess.run(command, capture_output=True, text=True, check=False, env=env).stdout.splitlines()
        mine = [line.split("program.py:", 1)[1] for line in said if "program.py:" in line]
        kinds = {line.split(":")[0]: line for line in mine if ": note: Revealed" in line or ": error:" in line}
        self.assertIn("builtins.float", kinds["5"])
        self.assertIn("ndarray", kinds["6"])
        self.assertIn("Any", kinds["7"])
        self.assertIn("builtins.bytes", kinds["9"])
        for line in ("10", "11", "12", "13", "14", "15"):
            self.assertIn(": error:", kinds[line])
        # and no other error than these six
        self.assertEqual([line for line in said if ": error:" in line and "program.py:" not in line], [])
        self.assertRegex(said[-1], r"^Found 6 errors in 1 file")
        self.assertTrue((package / "py.typed").exists())


if __name__ == "__main__":
    unittest.main()
