"""What reads configurations. The rules exist once, in JavaScript: each function here is one call of it.

A configuration is a dictionary, a config object of transformers, the text of a config.json, or the path of a config.json, of
a folder or of a .gguf file. `hf:org/name`, `hf:org/name@revision` and addresses are fetched; no other name leads to the network.
Options that do not exist are refused by the other side, as all that is wrong: `PosencError` with `code` and `field`. What may take
long has `on_progress`, a function of the fraction done. Ctrl-C ends the call; the next one works.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Union

import numpy as np

from ._arrays import Array, counted
from ._frames import Model, Numbers, camel, options_of
from ._process import Progress, call
from .encoding import Encoding, Spec, plain
from .errors import PosencError
from .results import Result, Results

#: see above; an object with `to_dict`, such as a config of transformers, is Any for type checkers
Config = Union[Mapping[str, Any], str, "os.PathLike[str]", Any]


def model(config: Config) -> str | Model:
    """As it is sent: text, or where it is."""
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
        # as transformers writes it: what check says of lines is true of the file that save_pretrained makes
        return json.dumps(dict(fields), indent=2, sort_keys=False, default=plain)
    except (TypeError, ValueError) as error:
        raise PosencError("bad_config", "config", f"must be what JSON can have: {error}") from error


def _call(name: str, *arguments: Any, on_progress: Progress | None = None, **options: Any) -> Any:
    given = options_of(options)
    return call(name, *arguments, *([given] if given else []), on_progress=on_progress)


def _spec(field: str, given: Spec | Encoding) -> Mapping[str, Any]:
    """A spec as the other side takes it."""
    if isinstance(given, Encoding):
        return given.spec
    if isinstance(given, Mapping):
        return given
    example = "{'encoding': 'rope', 'dim': 64}"
    raise PosencError("bad_argument", field, f"{field} must be a dictionary such as {example}, got {type(given).__name__}")


def _numbers(given: Any) -> Any:
    """A text with numbers as it is; the name of a file, of one tensor in it (FILE#NAME), or a path, as a file."""
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
    """What the file does to positions: frequencies, wavelengths, bands and warnings, at a length; with `engine` as that
    inference engine reads it. Prints as ``posenc report``."""
    return Result("report", _call("report", model(config), context_length=context_length, engine=engine, on_progress=on_progress))


def engines(
    config: Config,
    *,
    context_length: int | None = None,
    engines: Sequence[str] | None = None,
    precision_at: int | None = None,
    on_progress: Progress | None = None,
) -> Results:
    """What each inference engine makes of the file, the reference (transformers 5) first: who agrees, differs or refuses."""
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
    """As ``posenc check``: `findings`, and whether the file `passes`. `every` also asks the engines that are asked by name
    only; `against` is the config.json of a GGUF file; `strict` lets warnings count, too."""
    return Result("check", _call(
        "check", model(config), engines=engines, every=every or None, context_length=context_length, strict=strict or None,
        against=None if against is None else model(against),
    ))  # fmt: skip


def fix(
    config: Config, *, engines: Sequence[str] | None = None, every: bool = False, context_length: int | None = None
) -> Result:
    """As ``posenc fix``: `text`, a config.json that the engines read alike, and what is `said` of it; or what is `left`,
    where no form of the file does that. Nothing is written."""
    made = _call("fix", model(config), engines=engines, every=every or None, context_length=context_length)
    return Result("fix", made)


def diff(a: Config, b: Config, *, context_length: int | None = None, on_progress: Progress | None = None) -> Result:
    """What changed in the positions from one file to another; `same` where nothing did."""
    return Result("diff", _call("diffConfigs", model(a), model(b), context_length=context_length, on_progress=on_progress))


def extend(
    config: Config, context_length: int, *, engines: Sequence[str] | None = None, on_progress: Progress | None = None
) -> Result:
    """Which engines serve the model at `context_length` positions, and the ways to a longer context, with what to type."""
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
    """What made the numbers of a rotary embedding: the config, a spec, or which known mistake. `numbers`: frequencies, a table
    of cosines or sines with a row for each position, both as a pair, a text with numbers, or the path of a .npy, .safetensors
    or .gguf file or of such a text; FILE#NAME is one of several tensors."""
    return Result("identify", _call(
        "identify", _numbers(numbers), config=None if config is None else model(config),
        spec=None if spec is None else _spec("spec", spec),
        context_length=context_length, first_position=first_position, on_progress=on_progress,
    ))  # fmt: skip


def import_config(config: Config, *, on_progress: Progress | None = None) -> dict[str, Any]:
    """The specs of a model's layers, with the place where each value was read and warnings."""
    made: dict[str, Any] = _call("importConfig", model(config), on_progress=on_progress)
    return made


def export_config(
    spec: Mapping[str, Any], *, legacy: bool | None = None, max_position_embeddings: int | None = None
) -> dict[str, Any]:
    """The fields of a config.json for a spec of RoPE: `rope_parameters`, or with `legacy` rope_theta and rope_scaling."""
    made: dict[str, Any] = _call(
        "exportConfig", _spec("spec", spec), legacy=legacy, max_position_embeddings=max_position_embeddings
    )
    return made


def multimodal_ids(prompt: Mapping[str, Any]) -> dict[str, Any]:
    """The position ids of a prompt with images and videos, as `get_rope_index` of transformers gives them."""
    made: dict[str, Any] = _call("multimodalIds", prompt)
    return made


def analyse(spec: Mapping[str, Any], inputs: Mapping[str, Any], *, on_progress: Progress | None = None) -> dict[str, Any]:
    """One of ``posenc list``'s analyses. Inputs are arrays, or {"spec": …, "positions": …} for an encoding's table; results
    are numbers and arrays by name. `on_progress` is called with the fraction done."""
    made: dict[str, Any] = _call("analyse", spec, inputs, on_progress=on_progress)
    return made


def analyses() -> list[dict[str, Any]]:
    """The analyses: id, title, inputs, outputs, parameters."""
    made: list[dict[str, Any]] = call("analyses")
    return made


def tasks() -> list[dict[str, Any]]:
    """What a transformer can be trained on."""
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
    """The tables of two specs at the same positions, side by side: where and by how much they differ."""
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
    """How far the waves are off when others compute them, emulated to the bit."""
    made: dict[str, Any] = _call(
        "precision", _spec("spec", spec), counted("positions", positions), methods=methods, scores=scores, on_progress=on_progress
    )
    return made


def channel_gram(spec: Mapping[str, Any], positions: range | int, *, on_progress: Progress | None = None) -> Array:
    """(width, width): table.T @ table over evenly spaced positions, in closed form: 10^9 of them cost what 10^3 do."""
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
    """(heads, n_query + n_key - 1): the vector that generates each bias matrix; one row with `head`."""
    made: Array = _call("biasVector", _spec("spec", spec), n_query, n_key, head=head, on_progress=on_progress)
    return made


def encoding_of(
    given: Config | Encoding, *, layer: str | None = None, context_length: int | None = None, **parameters: Any
) -> Encoding:
    """The encoding by which a model rotates, ready for use; its `spec` says which it is. `layer` names one of a model with
    several kinds of layers, `context_length` the length where the extension looks at that. A spec is taken as it is."""
    return rotary_of(given, layer, context_length, parameters)[0]


def attention_factor(given: Config | Encoding, *, layer: str | None = None, context_length: int | None = None, **parameters: Any) -> float:
    """By which a context extension multiplies cosines and sines; 1 where it does not."""
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
    """The encoding, and what gives the factor of its cosines and sines."""
    spec: Spec = given
    if isinstance(given, Encoding) or _is_spec(given, parameters):
        for name, value in (("layer", layer), ("context_length", context_length)):
            if value is not None:
                raise PosencError("bad_argument", name, f"{name} has no effect on a spec, which is what a configuration means")
        encoding = given if isinstance(given, Encoding) else Encoding(spec, **parameters)
        # the cosine of 0 is 1, and the amplitude is in the table
        return encoding, lambda: float(encoding.cos_sin([0], dtype="float64")[0][0, 0])
    if parameters:
        name = next(iter(parameters))
        for own in ("layer", "context_length", "dtype", "layout"):
            if camel(own).lower() == name.lower().replace("_", ""):
                raise TypeError(f"got an unexpected keyword argument {name!r}; did you mean {own!r}?")
        raise PosencError("bad_argument", name, f"{name} is a parameter of a spec, and a configuration was given")
    made = _call("rotary", model(given), layer=layer, context_length=context_length)
    return Encoding(made["spec"]), lambda: float(made["attentionFactor"])
