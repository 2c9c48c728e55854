"""Training a small transformer with any encoding, as ``posenc train`` does: the same steps, with the same bits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any

import numpy as np

from ._arrays import Array
from ._frames import options_of
from ._process import Held, call


class TrainingRun:
    """A run that is open: it is trained as far as it is advanced. `close` it, or use it in a ``with``."""

    experiment: dict[str, Any]  #: as checked
    facts: dict[str, Any]  #: what is known before the first step
    step: int  #: updates done

    def __init__(self, held: Held):
        self._held = held
        self.experiment, self.facts, self.step = (held.fields[name] for name in ("experiment", "facts", "step"))

    def advance(self, steps: int | None = None) -> dict[str, Any]:
        """Up to so many steps; by default to the next evaluation that is due. Gives `step`, `losses` and `done`."""
        made: dict[str, Any] = self._held.call("advance", *([] if steps is None else [steps]))
        self.step = made["step"]
        return made

    def evaluate(self) -> dict[str, Any]:
        """Losses, accuracies and structure now."""
        made: dict[str, Any] = self._held.call("evaluate")
        return made

    def evaluations(self) -> Iterator[dict[str, Any]]:
        """Trains to the end, with an evaluation at every step that is due."""
        each: Held = self._held.call("evaluations")
        while not (given := each.call("next"))["done"]:
            self.step = given["value"]["step"]
            yield given["value"]

    def checkpoint(self) -> bytes:
        """All that is needed to go on with the same bits."""
        return bytes(self._held.call("checkpoint"))

    def table(self, block: int) -> Array | None:
        """(tokens, dim) that a block adds to its tokens; None where it adds nothing."""
        made: Array | None = self._held.call("table", block)
        return made

    def attention(
        self, block: int, *, split: str | None = None, sample: int | None = None, head: int | None = None, **options: Any
    ) -> Array:
        """Probabilities of one head for a sample: (queries, tokens)."""
        made: Array = self._held.call(
            "attention", block, options_of({"split": split, "sample": sample, "head": head, **options})
        )
        return made

    def weights(self) -> dict[str, Array]:
        """All trained numbers by name, copies."""
        return {item["name"]: item["data"].reshape(item["shape"]) for item in self._held.call("weights")}

    def close(self) -> None:
        """Releases what the run holds; calling twice is harmless."""
        self._held.release()

    def __enter__(self) -> TrainingRun:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def train(
    experiment: Mapping[str, Any],
    *,
    weights: Mapping[str, Any] | None = None,
    checkpoint: bytes | None = None,
    **options: Any,
) -> TrainingRun:
    """Opens a run of an experiment (docs/lab.md), from given weights by name, or from a checkpoint of the same experiment."""
    tensors = None
    if weights is not None:
        arrays = {name: np.asarray(array, np.float32) for name, array in weights.items()}
        tensors = [{"name": name, "shape": list(array.shape), "data": array.ravel()} for name, array in arrays.items()]
    given = options_of({"weights": tensors, "checkpoint": checkpoint, **options})
    return TrainingRun(call("train", experiment, *([given] if given else [])))


def resume_training(checkpoint: bytes, *, steps: int | None = None, **options: Any) -> TrainingRun:
    """A run from a checkpoint alone, which holds its experiment; `steps` may make it longer."""
    given = options_of({"steps": steps, **options})
    return TrainingRun(call("resumeTraining", checkpoint, *([given] if given else [])))
