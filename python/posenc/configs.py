"""Functions that read configurations. The rules exist once, in JavaScript: each function here is one call of it.

A configuration is a dictionary, a config object of transformers, the text of a config.json, or the path of a config.json, a
folder or a .gguf file. `hf:org/name`, `hf:org/name@revision` and URLs are fetched; no other string causes network access.
Errors, including those of unknown options, raise `PosencError` with `code` and `field`. Functions that may take long have
`on_progress`, which receives the fraction done. Ctrl-C ends a call; later calls work.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Union

import numpy as np

from ._arrays import Array, counted
from ._frames import Model, Numbers, options_of
from ._process import Progress, call
from ._texts import identified, multimodal
from .encoding import Encoding, Spec, encoding_with, plain
from .errors import PosencError
from .results import Result, Results

#: see the module; an object with `to_dict`, such as a config of transformers, is Any for type checkers
Config = Union[Mapping[str, Any], str, "os.PathLike[str]", Any]


def model(config: Config) -> str | Model:
    """Converts a configuration to its JSON text, or to a Model with its location."""
    if isinstance(config, str) and not config.lstrip("\ufeff \t\r\n").startswith("{"):
        remote = re.match(r"(?:hf|https?):", config, re.IGNORECASE)
        return Model(config if remote else os.path.abspath(config))
    if isinstance(config, str):
        return config
    if isinstance(config, os.PathLike):
        return Model(os.path.abspath(os.fspath(config)))
    fields = config
    if not isinstance(config, Mapping) and callable(getattr(config, "to_dict", None)):
        fields = config.to_dict()
    if not isinstance(fields, Mapping):
        raise PosencError("bad_argument", "config", f"must be a dictionary, a path or a config object, got {type(config).__name__}")
    try:
        # same format as transformers, so that line numbers of check hold for the file that save_pretrained writes
        return json.dumps(dict(fields), indent=2, sort_keys=False, default=plain)
    except (TypeError, ValueError) as error:
        raise PosencError("bad_config", "config", f"must be what JSON can have: {error}") from error


def _call(name: str, *arguments: Any, on_progress: Progress | None = None, **options: Any) -> Any:
    given = options_of(options)
    return call(name, *arguments, *([given] if given else []), on_progress=on_progress)


def _spec(field: str, given: Spec | Encoding) -> Mapping[str, Any]:
    """Returns the dictionary of a spec; raises if it is none."""
    if isinstance(given, Encoding):
        return given.spec
    if isinstance(given, Mapping):
        return given
    example = "{'encoding': 'rope', 'dim': 64}"
    raise PosencError("bad_argument", field, f"{field} must be a dictionary such as {example}, got {type(given).__name__}")


def _numbers(given: Any) -> Any:
    """Converts a path, a file name or FILE#NAME to Numbers. Other strings are texts with numbers and stay."""
    if isinstance(given, os.PathLike):
        return Numbers(os.path.abspath(os.fspath(given)))
    if isinstance(given, str) and "\n" not in given:
        named = re.search(r"\.(?:npy|safetensors|gguf)(?:#.*)?$", given)
        if named or any(os.path.isfile(path) for path in (given, given.rpartition("#")[0])):
            return Numbers(os.path.abspath(given))
    if isinstance(given, tuple) and len(given) == 2 and all(np.ndim(part) == 2 for part in given):
        return {"cos": given[0], "sin": given[1]}
    return given


def report(
    config: Config, *, context_length: int | None = None, engine: str | None = None, on_progress: Progress | None = None
) -> Result:
    """Reports how a model encodes positions: frequencies, wavelengths, bands and warnings, at a context length. `engine`
    reads the file as that inference engine does. Prints as ``posenc report``."""
    return Result("report", _call("report", model(config), context_length=context_length, engine=engine, on_progress=on_progress))


def engines(
    config: Config,
    *,
    context_length: int | None = None,
    engines: Sequence[str] | None = None,
    precision_at: int | None = None,
    on_progress: Progress | None = None,
) -> Results:
    """Compares the inference engines on a file, the reference (transformers 5) first: each agrees, differs or rejects it."""
    return Results("engines", _call(
        "engines", model(config), context_length=context_length, engines=engines, precision_at=precision_at,
        on_progress=on_progress,
    ))  # fmt: skip


def check(
    config: Config,
    *,
    engines: Sequence[str] | None = None,
    every: bool = False,
    context_length: int | None = None,
    strict: bool = False,
    against: Config | None = None,
) -> Result:
    """Does what ``posenc check`` does: returns `findings`, and whether the file `passes`; a file that cannot be checked does
    not. `every` includes the engines that are otherwise only used by name; `against` is the config.json of a GGUF file;
    `strict` counts warnings as failures."""
    return Result("check", _call(
        "check", model(config), engines=engines, every=every or None, context_length=context_length, strict=strict or None,
        against=None if against is None else model(against),
    ))  # fmt: skip


def fix(
    config: Config, *, engines: Sequence[str] | None = None, every: bool = False, context_length: int | None = None
) -> Result:
    """Does what ``posenc fix`` does: returns `text`, a config.json that the engines read alike, and the notes `said` about it.
    If no form of the file achieves that, returns what is `left`. Writes no file."""
    made = _call("fix", model(config), engines=engines, every=every or None, context_length=context_length)
    return Result("fix", made)


def diff(a: Config, b: Config, *, context_length: int | None = None, on_progress: Progress | None = None) -> Result:
    """Returns how the position encoding differs between two files; `same` is true if it does not."""
    return Result("diff", _call("diffConfigs", model(a), model(b), context_length=context_length, on_progress=on_progress))


def extend(
    config: Config, context_length: int, *, engines: Sequence[str] | None = None, on_progress: Progress | None = None
) -> Result:
    """Returns which engines serve the model at `context_length` positions, and how to extend the context, with commands."""
    return Result("extend", _call("extendContext", model(config), context_length, engines=engines, on_progress=on_progress))


def identify(
    numbers: Any,
    *,
    config: Config | None = None,
    spec: Mapping[str, Any] | None = None,
    context_length: int | None = None,
    first_position: int | None = None,
    on_progress: Progress | None = None,
) -> Result:
    """Identifies the origin of a rotary embedding's numbers: the config, a spec, or a known mistake. `numbers`: frequencies,
    a table of cosines or sines with a row for each position, a pair of both, a text with numbers, or the path of a .npy,
    .safetensors or .gguf file or of such a text. FILE#NAME selects a tensor. Only files, a config and a context length need
    Node.js."""
    given = _numbers(numbers)
    if config is None and context_length is None and not isinstance(given, Numbers):
        return Result("identify", identified(given, None if spec is None else _spec("spec", spec), first_position))
    return Result("identify", _call(
        "identify", given, config=None if config is None else model(config),
        spec=None if spec is None else _spec("spec", spec),
        context_length=context_length, first_position=first_position, on_progress=on_progress,
    ))  # fmt: skip


def import_config(config: Config, *, on_progress: Progress | None = None) -> dict[str, Any]:
    """Returns the specs of a model's layers, the place from which each value was read, and warnings."""
    made: dict[str, Any] = _call("importConfig", model(config), on_progress=on_progress)
    return made


def export_config(
    spec: Mapping[str, Any], *, legacy: bool | None = None, max_position_embeddings: int | None = None
) -> dict[str, Any]:
    """Returns config.json fields for a RoPE spec: `rope_parameters`, or rope_theta and rope_scaling with `legacy`."""
    made: dict[str, Any] = _call(
        "exportConfig", _spec("spec", spec), legacy=legacy, max_position_embeddings=max_position_embeddings
    )
    return made


def multimodal_ids(prompt: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the position ids of a prompt with images and videos, as `get_rope_index` of transformers does."""
    return multimodal(prompt)


def analyse(spec: Mapping[str, Any], inputs: Mapping[str, Any], *, on_progress: Progress | None = None) -> dict[str, Any]:
    """Runs an analysis (``posenc list`` lists them). Inputs are arrays, or {"spec": …, "positions": …} for an encoding's
    table. Returns numbers and arrays by name."""
    made: dict[str, Any] = _call("analyse", spec, inputs, on_progress=on_progress)
    return made


def analyses() -> list[dict[str, Any]]:
    """Returns the analyses: id, title, inputs, outputs, parameters."""
    made: list[dict[str, Any]] = call("analyses")
    return made


def tasks() -> list[dict[str, Any]]:
    """Returns the tasks that a transformer can be trained on."""
    made: list[dict[str, Any]] = call("tasks")
    return made


def compare(
    a: Mapping[str, Any],
    b: Mapping[str, Any],
    positions: Any,
    *,
    tolerance: float | None = None,
    on_progress: Progress | None = None,
) -> dict[str, Any]:
    """Compares the tables of two specs at the same positions: where and by how much they differ."""
    made: dict[str, Any] = _call(
        "compare", _spec("a", a), _spec("b", b), counted("positions", positions), tolerance=tolerance, on_progress=on_progress
    )
    return made


def precision(
    spec: Mapping[str, Any],
    positions: Any,
    *,
    methods: Sequence[str] | None = None,
    scores: bool | None = None,
    on_progress: Progress | None = None,
) -> dict[str, Any]:
    """Returns the errors of the waves as other programs compute them, emulated to the bit."""
    made: dict[str, Any] = _call(
        "precision", _spec("spec", spec), counted("positions", positions), methods=methods, scores=scores, on_progress=on_progress
    )
    return made


def channel_gram(spec: Mapping[str, Any], positions: range | int, *, on_progress: Progress | None = None) -> Array:
    """Returns table.T @ table, (width, width), over evenly spaced positions. A closed form: 10^9 positions cost as much as 10^3."""
    made: Array = _call("channelGram", _spec("spec", spec), counted("positions", positions), on_progress=on_progress)
    return made


def bias_vector(
    spec: Mapping[str, Any],
    n_query: int,
    n_key: int,
    *,
    head: int | None = None,
    on_progress: Progress | None = None,
) -> Array:
    """Returns the vectors that generate the bias matrices, (heads, n_query + n_key - 1); with `head`, one row."""
    made: Array = _call("biasVector", _spec("spec", spec), n_query, n_key, head=head, on_progress=on_progress)
    return made


def encoding_of(
    given: Config | Encoding, *, layer: str | None = None, context_length: int | None = None, **parameters: Any
) -> Encoding:
    """Returns the rotary encoding of a model, ready for use; its `spec` describes it. `layer` names a layer type if a model
    has several. `context_length` matters if the context extension depends on the length. A spec is used unchanged."""
    return rotary_of(given, layer, context_length, parameters)[0]


def attention_factor(given: Config | Encoding, *, layer: str | None = None, context_length: int | None = None, **parameters: Any) -> float:
    """Returns the factor by which a context extension multiplies cosines and sines; 1 if it does not."""
    return rotary_of(given, layer, context_length, parameters)[1]()


def _is_spec(given: Any, parameters: Mapping[str, Any]) -> bool:
    if isinstance(given, Mapping):
        return "encoding" in given
    if not isinstance(given, str):
        return False
    from . import encodings

    return bool(parameters) or any(row["id"] == given for row in encodings())


def rotary_of(
    given: Any, layer: str | None, context_length: int | None, parameters: Mapping[str, Any]
) -> tuple[Encoding, Callable[[], float]]:
    """Returns the encoding, and a function that returns the factor of its cosines and sines."""
    spec: Spec = given
    if isinstance(given, Encoding) or _is_spec(given, parameters):
        for name, value in (("layer", layer), ("context_length", context_length)):
            if value is not None:
                raise PosencError("bad_argument", name, f"{name} has no effect on a spec, which is what a configuration means")
        names = ("dtype", "layout", "layer", "context_length")
        encoding = given if isinstance(given, Encoding) else encoding_with(spec, parameters, *names)
        # cos 0 is 1, so the first value is the amplitude
        return encoding, lambda: float(encoding.cos_sin([0], dtype="float64")[0][0, 0])
    if parameters:
        name = next(iter(parameters))
        near = get_close_matches(name.lower(), ("layer", "context_length", "dtype", "layout"), 1, 0.7)
        if near:
            raise TypeError(f"got an unexpected keyword argument {name!r}; did you mean {near[0]!r}?")
        raise PosencError("bad_argument", name, f"{name} is a parameter of a spec, and a configuration was given")
    made = _call("rotary", model(given), layer=layer, context_length=context_length)
    return Encoding(made["spec"]), lambda: float(made["attentionFactor"])
