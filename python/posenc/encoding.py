"""A prepared encoding, with results as NumPy arrays."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from ctypes import byref, c_size_t, sizeof
from difflib import get_close_matches
from typing import Any, Literal, Union

import numpy as np

from ._arrays import Array, as_array, as_output, counted, evenly_spaced, numbers_of
from ._hints import OTHER_NAMES, of_config, type_name
from ._library import Shape, called, library
from .cos_sin import CosSin, Layout, cos_sin_of, pieces
from .errors import PosencError

Spec = Union[str, Mapping[str, Any]]
_TYPES = {np.dtype(np.float32): 0, np.dtype(np.float64): 1}


class Encoding:
    """A prepared encoding: ``Encoding("rope", dim=128)``, or as in JSON, ``Encoding({"encoding": "rope", "dim": 128})``.

    Positions are integers or fractions of at most 2^53 in size: an array (n,), or (n, axes) if a position has several
    coordinates, or a ``range``. An integer n means ``range(n)``. Evenly spaced integers are faster. Results are C-ordered
    arrays, or `out`, which must be contiguous and have their shape and type. Arrays with the DLPack protocol, such as PyTorch
    tensors in CPU memory, are read and written without a copy. Methods may be called from several threads at once.
    """

    def __init__(self, spec: Spec, **parameters: Any):
        self._handle: Any = None
        text = _text(spec, parameters)
        try:
            self._handle = called("posenc_prepare", text.encode("utf-8"))
        except PosencError as error:
            raise _with_meant(error, json.loads(text)) from None
        shape = Shape()
        called("posenc_shape_of", self._handle, byref(shape), sizeof(shape))
        self.spec: dict[str, Any] = json.loads(text)
        for name, _ in Shape._fields_:
            setattr(self, name, getattr(shape, name))

    axes: int  #: coordinates of a position
    width: int  #: channels of the table; 0 if there is no table
    pairs: int  #: frequencies; 0 if there are no waves
    heads: int  #: heads of the bias; 0 if there is no bias
    head_dim: int  #: elements of a vector to rotate
    rotated_width: int  #: elements of a rotated vector; 0 if there is no rotation
    score_dim: int  #: elements of a query of `attention_scores`; 0 if any number is allowed
    score_terms: int  #: terms of a logit
    cells: int  #: cells of the window, the required length of a bias or map; 0 if any length is allowed

    def __del__(self) -> None:
        if self._handle is not None:
            library.posenc_release(self._handle)

    def __repr__(self) -> str:
        return f"Encoding({self.spec!r})"

    def __reduce__(self) -> tuple[object, tuple[dict[str, Any]]]:
        return Encoding, (self.spec,)

    def frequencies(self, out: Any = None) -> Array:
        """Returns radians per unit of each coordinate: (pairs,), or (pairs, axes) if a position has several."""
        shape = (self.pairs,) if self.axes == 1 else (self.pairs, self.axes)
        return self._filled(out, shape, np.float64, "posenc_frequencies")

    def table(self, positions: Any, dtype: Any = np.float32, out: Any = None) -> Array:
        """Returns (n, width). Waves times their float64 amplitude are correctly rounded in float32, and within 1 ulp in float64."""
        at: range | Array = counted("positions", positions)
        if not isinstance(at, range):
            at = self._positions(at)
            spaced = evenly_spaced(at[:, 0]) if self.axes == 1 else None
            at = at if spaced is None else spaced
        array = _into(out, (len(at), self.width), dtype, True)

        def rows(first: int, end: int) -> None:
            some, into = at[first:end], array[first:end]
            if isinstance(some, range):
                self._call("posenc_table_range", float(some.start), float(some.step), len(some), _type(into), *_array(into))
            else:
                self._call("posenc_table", *_array(some), _type(into), *_array(into))

        for first, end in pieces(len(at), self.width):
            try:
                rows(first, end)
            except PosencError:
                rows(0, len(at))  # the error names the index among all positions
                raise
        return _given(array, out)

    def cos_sin(self, positions: Any, dtype: Any = "float32", layout: Layout = "half") -> CosSin:
        """Returns cosines and sines times the factor of a context extension: (…, pairs), or (…, 2 pairs) with the layouts
        "doubled" (transformers) and "repeated". "concatenated" (vLLM) is one array, cosines first. Positions are integers
        of any shape. float32, float16 and bfloat16 are the exact product rounded once; float64 is within 1 ulp of it. The
        factor itself is a float64."""
        return cos_sin_of(self._handle, self.pairs, positions, dtype, layout)

    def derivative(self, positions: Any, axis: int = 0, out: Any = None) -> Array:
        """Returns the derivative of the table by the coordinate `axis`: (n, width)."""
        at = self._positions(positions)
        return self._filled(out, (len(at), self.width), np.float64, "posenc_derivative", *_array(at), _index("axis", axis))

    def kernel_profile(self, offsets: Any, out: Any = None) -> Array:
        """Returns (n,): the sum over channels of table[m] table[m - offset], if it depends only on the offset."""
        return self._of_offsets("posenc_kernel_profile", offsets, out)

    def decay_bound(self, offsets: Any, out: Any = None) -> Array:
        """Returns (n,): the long-term decay curve of RoFormer (Su et al., 2021, 3.4.3)."""
        return self._of_offsets("posenc_decay_bound", offsets, out)

    def gram(self, positions: Any, out: Any = None) -> Array:
        """Returns table @ table.T, (n, n), computed in float64."""
        at = self._positions(positions)
        return self._filled(out, (len(at), len(at)), np.float64, "posenc_gram", *_array(at))

    def rotate(self, x: Any, positions: Any, side: Literal["query", "key", "output"] = "query", out: Any = None) -> Array:
        """Rotates x (n, head_dim), float32 or float64; returns (n, rotated_width) of its type. `out` may be `x` if the widths
        are equal.

        The side "output" rotates back by the angles of the query's position, as in DeepSeek V4, whose values carry the
        rotation of the keys."""
        sides = ("query", "key", "output")
        if side not in sides:
            raise PosencError("bad_argument", "side", f"must be 'query', 'key' or 'output', got {side!r}")
        at = self._positions(positions)
        vectors = np.ascontiguousarray(as_array("x", x))
        if vectors.dtype not in _TYPES:
            raise PosencError("bad_argument", "x", f"must be float32 or float64, got {vectors.dtype}")
        if vectors.shape != (len(at), self.head_dim) and self.rotated_width:
            counted_from_0 = isinstance(positions, int) and vectors.shape[:1] != (len(at),)
            hint = f"; the number {positions} means range({positions}), and [{positions}] is one position" if counted_from_0 else ""
            raise PosencError("bad_shape", "x", f"must be {(len(at), self.head_dim)}, got {vectors.shape}{hint}")
        into = _into(out, (len(at), self.rotated_width), vectors.dtype)
        self._call("posenc_rotate", *_array(at), sides.index(side), _type(vectors), *_array(vectors), *_array(into))
        return _given(into, out)

    def attention_bias(self, n_query: int, n_key: int | None = None, head: int | None = None, out: Any = None) -> Array:
        """Returns (heads, n_query, n_key), or (n_query, n_key) with `head`; masked: -inf. The last query is at the last key."""
        q, k = _index("n_query", n_query), _index("n_key", n_query if n_key is None else n_key)
        chosen = range(max(self.heads, 1)) if head is None else [_index("head", head)]
        into = _into(out, (q, k) if head is not None else (len(chosen), q, k), np.float32)
        for one, matrix in zip(chosen, into.reshape(len(chosen), q, k)):
            self._call("posenc_attention_bias", one, q, k, *_array(matrix))
        return _given(into, out)

    def relative_map(self, n_query: int, n_key: int | None = None, out: Any = None) -> Array:
        """Returns (n_query, n_key): the distance, or row of a learned table, of each pair; NaN where masked."""
        q, k = _index("n_query", n_query), _index("n_key", n_query if n_key is None else n_key)
        return self._filled(out, (q, k), np.float64, "posenc_relative_map", q, k)

    def attention_scores(
        self, q: Any, k: Any, query_positions: Any, key_positions: Any, head: int = 0, out: Any = None
    ) -> Array:
        """Returns (n, terms, m), the terms of each logit, for q (n, d) and k (m, d); `head` selects the head of a bias."""
        at, key_at = self._positions(query_positions, "query_positions"), self._positions(key_positions, "key_positions")
        queries, keys = (np.ascontiguousarray(as_array(name, x), np.float64) for name, x in (("q", q), ("k", k)))
        shape = (len(at), self.score_terms, len(key_at))
        given = (*_array(at), *_array(queries), *_array(key_at), *_array(keys), _index("head", head))
        return self._filled(out, shape, np.float64, "posenc_attention_scores", *given)

    def facts(self) -> dict[str, Array]:
        """Returns values of the encoding by name, such as slopes, eigenvalues or drawn weights: (n,) or (n, m)."""
        made = called("posenc_facts_of", self._handle)
        try:
            return dict(_fact(made, i) for i in range(library.posenc_facts_count(made)))
        finally:
            library.posenc_facts_release(made)

    def _call(self, name: str, *arguments: Any) -> None:
        called(name, self._handle, *arguments)

    def _filled(self, out: Any, shape: tuple[int, ...], dtype: Any, name: str, *arguments: Any) -> Array:
        """Calls the function `name`, whose last argument is the result array, and returns the result."""
        into = _into(out, shape, dtype)
        self._call(name, *arguments, *_array(into))
        return _given(into, out)

    def _positions(self, given: Any, field: str = "positions") -> Array:
        """Returns positions as float64, (n, axes)."""
        at = numbers_of(field, counted(field, given))
        if at.ndim == 1 and self.axes == 1:
            return at[:, None]
        if at.ndim == 2 and at.shape[1] == self.axes:
            return at
        allowed = f"(n, {self.axes})" + (" or (n,)" if self.axes == 1 else "")
        raise PosencError("bad_positions", field, f"must have the shape {allowed}, got {at.shape}")

    def _of_offsets(self, name: str, given: Any, out: Any) -> Array:
        offsets = self._positions(given, "offsets")
        return self._filled(out, (len(offsets),), np.float64, name, *_array(offsets))


def encoding_with(spec: Spec, parameters: Mapping[str, Any], *keywords: str) -> Encoding:
    """Returns an encoding; the error of an unknown parameter suggests a keyword of the function, such as dtype for dtyp."""
    try:
        return Encoding(spec, **parameters)
    except PosencError as error:
        name = re.split(r"\W", error.field)[0]  # outs[0] for a list
        near = get_close_matches(name, keywords, 1, 0.7)
        unknown = error.code == "unknown_param" or "[" in error.field
        if not unknown or name not in parameters or not near or "did you mean" in str(error):
            raise
        said = f"'{json.loads(_text(spec, parameters)).get('encoding')}' has no parameter '{name}'"
        raise PosencError.of("unknown_param", name, f"{said} (did you mean the argument '{near[0]}'?)") from None


def _text(spec: Spec, parameters: Mapping[str, Any]) -> str:
    if isinstance(spec, str):
        whole: Mapping[str, Any] = {"encoding": spec, **parameters}
    elif isinstance(spec, Mapping):
        whole = {**spec, **parameters}
    else:
        raise PosencError("bad_argument", "spec", f"must be the name of an encoding or a dictionary, got {type(spec).__name__}")
    try:
        return json.dumps(whole, default=plain, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise PosencError("bad_param", "spec", f"must hold numbers, true or false, names and lists: {error}") from error


def _with_meant(error: PosencError, spec: Mapping[str, Any]) -> PosencError:
    """Adds a suggestion to the error of an unknown name, e.g. originalContext for original_context."""
    if error.code == "missing_param" and error.field == "encoding":
        said = f"{error}; give a name such as 'rope', or see posenc.encodings()"
        return PosencError.of(error.code, error.field, said + of_config(spec))
    if error.field in OTHER_NAMES:  # its value may have a type that no parameter has
        said = f"'{spec.get('encoding')}' has no parameter '{error.field}' (did you mean '{OTHER_NAMES[error.field]}'?)"
        return PosencError.of("unknown_param", error.field, said + of_config(spec))
    if not error.code.startswith("unknown_"):
        return error
    said = str(error).removeprefix(f"{error.field} ")
    quoted = re.findall(r"'([^']*)'", said)
    if not quoted:  # the value is no string
        return PosencError.of(error.code, error.field, said)
    owner, given = quoted[0], quoted[-1]
    registry = json.loads(called("posenc_registry"))
    rows = registry["scalings"] if error.field.startswith("scaling") else registry["encodings"]
    names = [row["id"] for row in rows]
    if error.code == "unknown_param":
        names = [parameter["name"] for row in rows if row["id"] == owner for parameter in row["params"]]
    same = {re.sub("[-_]", "", name).lower(): name for name in names}
    near = get_close_matches(re.sub("[-_]", "", given).lower(), same, 1, 0.7)
    known = OTHER_NAMES.get(given)
    meant = known if known in names else same[near[0]] if near else None
    return PosencError.of(error.code, error.field, f"{said} (did you mean '{meant}'?)" if meant else said)


def plain(value: Any) -> Any:
    """Converts NumPy scalars and arrays for JSON."""
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    raise TypeError(f"got {type(value).__name__}")


def _into(out: Any, shape: tuple[int, ...], dtype: Any, either: bool = False) -> Array:
    """Returns memory for a result of type `dtype`. With `either`, `out` may be float32 or float64."""
    wanted = np.dtype(type_name(dtype, ("float32", "float64")))
    if out is None:
        return np.empty(shape, wanted)
    array = as_output("out", out)
    if array.dtype not in _TYPES if either else array.dtype != wanted:
        allowed = "float32 or float64" if either else wanted
        raise PosencError("bad_argument", "out", f"must be an array of {allowed}, got {array.dtype}")
    if array.shape != shape or not array.flags.c_contiguous or not array.flags.writeable:
        raise PosencError("bad_shape", "out", f"must be a writable array {shape} in one piece, got {array.shape}")
    return array


def _given(array: Array, out: Any) -> Array:
    """Returns the caller's `out` object if there is one, otherwise the array."""
    result: Array = array if out is None else out
    return result


def _type(array: Array) -> int:
    return _TYPES[array.dtype]


def _array(array: Array) -> tuple[int, int]:
    return array.ctypes.data, array.size


def _index(field: str, value: Any) -> int:
    number = np.asarray(value)
    if number.ndim == 0 and number.dtype.kind in "iu" and 0 <= int(number) <= np.iinfo(np.uint64).max:
        return int(number)
    raise PosencError("bad_argument", field, f"must be a whole number from 0 on, got {value!r}")


def _fact(facts: Any, index: int) -> tuple[str, Array]:
    count, cols = c_size_t(), c_size_t()
    values = library.posenc_fact_values(facts, index, byref(count), byref(cols))
    numbers = np.ctypeslib.as_array(values, (count.value,)).copy() if count.value else np.empty(0)
    name = library.posenc_fact_name(facts, index).decode("utf-8")
    return name, numbers if cols.value <= 1 else numbers.reshape(-1, cols.value)
