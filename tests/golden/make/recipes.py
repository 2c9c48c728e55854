"""The list of golden files and what makes each of them."""
import json
from pathlib import Path

folder = Path(__file__).resolve().parent.parent
recipes = {}


def recipe(*names, slow=False, loose=None):
    """
    Registers a function that gives `expected` of the golden files `names`, from their own params and inputs. `slow`:
    only without --quick. `loose`: relative and absolute difference that is allowed because the stored numbers were
    computed in float64, where all others are the double nearest to the exact number.
    """

    def register(make):
        for name in names:
            recipes[name] = (make, slow, loose)
        return make

    return register


class Golden:
    """One file of tests/golden."""

    def __init__(self, name):
        self.name = name
        self.path = folder / f"{name}.json"
        self.data = json.loads(self.path.read_text())
        self.params = self.data.get("params", {})
        self.inputs = self.data.get("inputs", {})
        self.positions = self.data.get("positions", [])
        self.expected = self.data["expected"]
