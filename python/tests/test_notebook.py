"""Runs the notebooks of examples/python, cell by cell in one namespace, as Jupyter does: their assertions hold."""

import contextlib
import io
import json
import os
import unittest
from pathlib import Path

folder = Path(__file__).resolve().parents[2] / "examples/python"


class Notebooks(unittest.TestCase):
    def test_cells_run_in_their_order(self):
        os.environ["MPLBACKEND"] = "Agg"
        paths = sorted(folder.glob("*.ipynb"))
        self.assertGreater(len(paths), 0)
        for path in paths:
            notebook = json.loads(path.read_text(encoding="utf-8"))
            self.assertEqual(notebook["nbformat"], 4)
            namespace, said = {}, io.StringIO()
            for i, cell in enumerate(notebook["cells"]):
                source = "".join(cell["source"])
                if cell["cell_type"] != "code":
                    continue
                self.assertEqual(cell["outputs"], [], "a notebook is kept without its outputs")
                with self.subTest(f"{path.name} cell {i}"), contextlib.redirect_stdout(said):
                    exec(compile(source, f"{path.name} cell {i}", "exec"), namespace)
            self.assertIn("largest relative difference", said.getvalue())
            self.assertIn("<pre>", namespace["report"]._repr_html_())
