"""Trains a small transformer with any encoding, as ``posenc train`` does: the same steps, with the same bits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any

import numpy as np

from ._arrays import Array
from ._frames import options_of
from ._process import Held, Progress, call


class TrainingRun:
    """An open run; it trains only when it is advanced. `close` it, or use it in a ``with`` statement."""

    experiment: dict[str, Any]  #: the checked experiment
    facts: dict[str, Any]  #: facts known before the first step

    def __init__(self, held: Held):
        self._held = held
        self.experiment, self.facts = held.fields["experiment"], held.fields["facts"]
        #: None if a call did not finish
        self._step: int | None = held.fields["step"]
        #: losses that `step` received and `advance` has not returned
        self._losses: list[Array] = []

    @property
    def step(self) -> int:
        """Number of updates done. An interrupted call leaves the run after a complete update."""
        if self._step is None:
            self._losses.append(self.advance(0)["losses"])
        step: int = self._step  # type: ignore[assignment]
        return step

    def advance(self, steps: int | None = None, *, on_progress: Progress | None = None) -> dict[str, Any]:
        """Trains up to `steps` steps, by default until the next evaluation is due. Returns `step`, `losses` and `done`.
        `on_progress` receives the fraction of these steps that is done."""
        self._step = None
        made: dict[str, Any] = self._held.call("advance", *([] if steps is None else [steps]), on_progress=on_progress)
        self._step = made["step"]
        if self._losses:
            made["losses"], self._losses = np.concatenate([*self._losses, made["losses"]]), []
        return made

    def evaluate(self, *, on_progress: Progress | None = None) -> dict[str, Any]:
        """Returns the current losses, accuracies and structure."""
        made: dict[str, Any] = self._held.call("evaluate", on_progress=on_progress)
        return _evaluation(made)

    def evaluations(self, *, on_progress: Progress | None = None) -> Iterator[dict[str, Any]]:
        """Trains to the end and yields each evaluation that is due. `on_progress` receives the fraction of the run that is
        done. After an interrupt, evaluations() continues from the current step."""
        each: Held = self._held.call("evaluations")
        while True:
            before, self._step = self._step, None
            given = each.call("next", on_progress=on_progress)
            if given["done"]:
                self._step = before
                return
            self._step = given["value"]["step"]
            yield _evaluation(given["value"])

    def checkpoint(self) -> bytes:
        """Returns the data needed to continue with the same bits."""
        return bytes(self._held.call("checkpoint"))

    def table(self, block: int) -> Array | None:
        """Returns the table that a block adds to its tokens, (tokens, dim), or None if it adds none."""
        made: Array | None = self._held.call("table", block)
        return made

    def attention(
        self, block: int, *, split: str | None = None, sample: int | None = None, head: int | None = None
    ) -> Array:
        """Returns the attention probabilities of one head for a sample: (queries, tokens)."""
        made: Array = self._held.call(
            "attention", block, options_of({"split": split, "sample": sample, "head": head})
        )
        return made

    def weights(self) -> dict[str, Array]:
        """Returns copies of all trained weights by name."""
        return {item["name"]: item["data"].reshape(item["shape"]) for item in self._held.call("weights")}

    def close(self) -> None:
        """Releases the resources of the run; a second call has no effect."""
        self._held.release()

    def __enter__(self) -> TrainingRun:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def _evaluation(made: dict[str, Any]) -> dict[str, Any]:
    """Adds `trainLoss` None at step 0, before the first batch, so that every evaluation has the field."""
    return {"step": made["step"], "trainLoss": made.get("trainLoss"), **made}


def train(
    experiment: Mapping[str, Any],
    *,
    weights: Mapping[str, Any] | None = None,
    checkpoint: bytes | None = None,
) -> TrainingRun:
    """Opens a run of an experiment (docs/lab.md), optionally with weights by name or a checkpoint of the same experiment."""
    tensors = None
    if weights is not None:
        arrays = {name: np.asarray(array, np.float32) for name, array in weights.items()}
        tensors = [{"name": name, "shape": list(array.shape), "data": array.ravel()} for name, array in arrays.items()]
    given = options_of({"weights": tensors, "checkpoint": checkpoint})
    return TrainingRun(call("train", experiment, *([given] if given else [])))


def resume_training(checkpoint: bytes, *, steps: int | None = None) -> TrainingRun:
    """Opens a run from a checkpoint, which contains its experiment; `steps` may make it longer."""
    given = options_of({"steps": steps})
    return TrainingRun(call("resumeTraining", checkpoint, *([given] if given else [])))
