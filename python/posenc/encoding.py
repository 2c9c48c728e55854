"""An encoding made ready, and its numbers as arrays of NumPy."""

from __future__ import annotations

import json
from ctypes import byref, c_size_t, sizeof
from typing import Any, Literal, Mapping, Optional, Union

import numpy as np

from ._library import Shape, called, library
from .errors import PosencError

Spec = Union[str, Mapping[str, Any]]
_TYPES = {np.dtype(np.float32): 0, np.dtype(np.float64): 1}


class Encoding:
    """What a spec makes: ``Encoding("rope", dim=128)``, or the same as in JSON: ``Encoding({"encoding": "rope", "dim": 128})``.

    Positions are whole or broken numbers up to 2^53 in size: an array (n,), or (n, axes) where a position has several
    coordinates. A ``range`` is faster. Results are arrays of the C order, or `out`, which has their shape and type and lies
    in one piece. Methods may be called from several threads at once.
    """

    def __init__(self, spec: Spec, **parameters: Any):
        self._handle = None
        text = _text(spec, parameters)
        self._handle = called("posenc_prepare", text.encode("utf-8"))
        shape = Shape()
        called("posenc_shape_of", self._handle, byref(shape), sizeof(shape))
        self.spec: dict[str, Any] = json.loads(text)
        for name, _ in Shape._fields_:
            setattr(self, name, getattr(shape, name))

    axes: int  #: coordinates of a position
    width: int  #: channels of the table; 0: no table
    pairs: int  #: frequencies; 0: no waves
    heads: int  #: of the bias; 0: no bias
    head_dim: int  #: numbers of a vector that is rotated
    rotated_width: int  #: and of what becomes of it; 0: no rotation
    score_dim: int  #: numbers of a query of `attention_scores`; 0: any
    score_terms: int  #: terms of a logit
    cells: int  #: of the window: lengths of a bias or map must be this; 0: any

    def __del__(self):
        if self._handle is not None:
            library.posenc_release(self._handle)

    def __repr__(self) -> str:
        return f"Encoding({self.spec!r})"

    def __reduce__(self):
        return Encoding, (self.spec,)

    def frequencies(self) -> np.ndarray:
        """Radians per unit of each coordinate: (pairs,), or (pairs, axes) where a position has several."""
        out = np.empty((self.pairs, self.axes))
        self._call("posenc_frequencies", *_array(out))
        return out[:, 0] if self.axes == 1 else out

    def table(self, positions, dtype: Any = np.float32, out: Optional[np.ndarray] = None) -> np.ndarray:
        """(n, width). Waves are correctly rounded as float32, and within 1 ulp as float64."""
        if isinstance(positions, range):
            out = _into(out, (len(positions), self.width), dtype)
            self._call("posenc_table_range", float(positions.start), float(positions.step), len(positions), _type(out), *_array(out))
            return out
        at = self._positions(positions)
        out = _into(out, (len(at), self.width), dtype)
        self._call("posenc_table", *_array(at), _type(out), *_array(out))
        return out

    def derivative(self, positions, axis: int = 0, out: Optional[np.ndarray] = None) -> np.ndarray:
        """(n, width), by the coordinate `axis`."""
        at = self._positions(positions)
        out = _into(out, (len(at), self.width), np.float64)
        self._call("posenc_derivative", *_array(at), _index("axis", axis), *_array(out))
        return out

    def kernel_profile(self, offsets) -> np.ndarray:
        """(n,): the sum over channels of table[m] table[m - offset], where that depends on the offset alone."""
        return self._of_offsets("posenc_kernel_profile", offsets)

    def decay_bound(self, offsets) -> np.ndarray:
        """(n,): the long-term decay curve of RoFormer (Su et al., 2021, 3.4.3)."""
        return self._of_offsets("posenc_decay_bound", offsets)

    def gram(self, positions, out: Optional[np.ndarray] = None) -> np.ndarray:
        """(n, n): table @ table.T, computed in float64."""
        at = self._positions(positions)
        out = _into(out, (len(at), len(at)), np.float64)
        self._call("posenc_gram", *_array(at), *_array(out))
        return out

    def rotate(self, x, positions, side: Literal["query", "key"] = "query", out: Optional[np.ndarray] = None) -> np.ndarray:
        """x (n, head_dim), float32 or float64 → (n, rotated_width) of its type; `out` may be `x` where both are as wide."""
        if side not in ("query", "key"):
            raise PosencError("bad_argument", "side", f"must be 'query' or 'key', got {side!r}")
        at = self._positions(positions)
        vectors = np.ascontiguousarray(x)
        if vectors.dtype not in _TYPES:
            raise PosencError("bad_argument", "x", f"must be float32 or float64, got {vectors.dtype}")
        if vectors.shape != (len(at), self.head_dim) and self.rotated_width:
            raise PosencError("bad_shape", "x", f"must be {(len(at), self.head_dim)}, got {vectors.shape}")
        out = _into(out, (len(at), self.rotated_width), vectors.dtype)
        self._call("posenc_rotate", *_array(at), int(side == "key"), _type(vectors), *_array(vectors), *_array(out))
        return out

    def attention_bias(self, n_query: int, n_key: Optional[int] = None, head: Optional[int] = None) -> np.ndarray:
        """(heads, n_query, n_key), or (n_query, n_key) of one `head`; -inf where masked. The last query is at the last key."""
        q, k = _index("n_query", n_query), _index("n_key", n_query if n_key is None else n_key)
        chosen = range(max(self.heads, 1)) if head is None else [_index("head", head)]
        out = np.empty((len(chosen), q, k), np.float32)
        for one, into in zip(chosen, out):
            self._call("posenc_attention_bias", one, q, k, *_array(into))
        return out if head is None else out[0]

    def relative_map(self, n_query: int, n_key: Optional[int] = None) -> np.ndarray:
        """(n_query, n_key): the distance, or row of a learned table, of each pair; NaN where masked."""
        q, k = _index("n_query", n_query), _index("n_key", n_query if n_key is None else n_key)
        out = np.empty((q, k))
        self._call("posenc_relative_map", q, k, *_array(out))
        return out

    def attention_scores(self, q, k, query_positions, key_positions, head: int = 0) -> np.ndarray:
        """q (n, d), k (m, d) → (n, terms, m): the terms of each logit; `head` is that of a bias."""
        at, key_at = self._positions(query_positions), self._positions(key_positions)
        queries, keys = (np.ascontiguousarray(x, np.float64) for x in (q, k))
        out = np.empty((len(at), self.score_terms, len(key_at)))
        self._call("posenc_attention_scores", *_array(at), *_array(queries), *_array(key_at), *_array(keys),
                   _index("head", head), *_array(out))
        return out

    def facts(self) -> dict[str, np.ndarray]:
        """What the encoding reports on itself by name: slopes, eigenvalues, drawn weights; (n,) or (n, m)."""
        made = called("posenc_facts_of", self._handle)
        try:
            return {name: values for name, values in (_fact(made, i) for i in range(library.posenc_facts_count(made)))}
        finally:
            library.posenc_facts_release(made)

    def _call(self, name: str, *arguments) -> None:
        called(name, self._handle, *arguments)

    def _positions(self, given) -> np.ndarray:
        """(n, axes), as float64."""
        at = _numbers("positions", given)
        if at.ndim == 1 and self.axes == 1:
            return at[:, None]
        if at.ndim == 2 and at.shape[1] == self.axes:
            return at
        allowed = f"(n, {self.axes})" + (" or (n,)" if self.axes == 1 else "")
        raise PosencError("bad_positions", "positions", f"must have the shape {allowed}, got {at.shape}")

    def _of_offsets(self, name: str, given) -> np.ndarray:
        offsets = _numbers("offsets", given)
        out = np.empty(len(self._positions(offsets)))
        self._call(name, *_array(offsets), *_array(out))
        return out


def _text(spec: Spec, parameters: Mapping[str, Any]) -> str:
    if isinstance(spec, str):
        whole: Mapping[str, Any] = {"encoding": spec, **parameters}
    elif isinstance(spec, Mapping):
        whole = {**spec, **parameters}
    else:
        raise PosencError("bad_argument", "spec", f"must be the name of an encoding or a dictionary, got {type(spec).__name__}")
    try:
        return json.dumps(whole, default=_plain, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise PosencError("bad_param", "spec", f"must hold numbers, true or false, names and lists: {error}") from error


def _numbers(field: str, given: Any) -> np.ndarray:
    """As float64, which has no whole number beyond 2^53 that is sure."""
    numbers = np.asarray(given)
    if numbers.size and numbers.dtype.kind not in "iuf":
        raise PosencError("bad_positions", field, f"must be numbers, got {numbers.dtype}")
    if numbers.size and numbers.dtype.kind in "iu" and max(int(numbers.max()), -int(numbers.min())) > 2**53:
        raise PosencError("bad_positions", field, "must be at most 2^53 in size")
    return np.ascontiguousarray(numbers, np.float64)


def _plain(value: Any) -> Any:
    """Numbers and arrays of NumPy are what JSON has."""
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    raise TypeError(f"got {type(value).__name__}")


def _into(out: Optional[np.ndarray], shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    wanted = np.dtype(dtype)
    if wanted not in _TYPES:
        raise PosencError("bad_argument", "dtype", f"must be float32 or float64, got {wanted}")
    if out is None:
        return np.empty(shape, wanted)
    if not isinstance(out, np.ndarray) or out.dtype not in _TYPES:
        raise PosencError("bad_argument", "out", f"must be an array of float32 or float64, got {getattr(out, 'dtype', type(out).__name__)}")
    if out.shape != shape or not out.flags.c_contiguous or not out.flags.writeable:
        raise PosencError("bad_shape", "out", f"must be a writable array {shape} in one piece, got {out.shape}")
    return out


def _type(array: np.ndarray) -> int:
    return _TYPES[array.dtype]


def _array(array: np.ndarray) -> tuple[int, int]:
    return array.ctypes.data, array.size


def _index(field: str, value: Any) -> int:
    number = np.asarray(value)
    if number.ndim == 0 and number.dtype.kind in "iu" and 0 <= int(number) <= np.iinfo(np.uint64).max:
        return int(number)
    raise PosencError("bad_argument", field, f"must be a whole number from 0 on, got {value!r}")


def _fact(facts, index: int) -> tuple[str, np.ndarray]:
    count, cols = c_size_t(), c_size_t()
    values = library.posenc_fact_values(facts, index, byref(count), byref(cols))
    numbers = np.ctypeslib.as_array(values, (count.value,)).copy() if count.value else np.empty(0)
    name = library.posenc_fact_name(facts, index).decode("utf-8")
    return name, numbers if cols.value <= 1 else numbers.reshape(-1, cols.value)
