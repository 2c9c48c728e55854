"""The shared library of posenc/c.h, loaded with ctypes."""

from __future__ import annotations

import ctypes
import os
from ctypes import POINTER, byref, c_char, c_char_p, c_double, c_float, c_int, c_size_t, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import Any

from .errors import PosencError

ABI_VERSION = 1


class Failure(ctypes.Structure):
    """posenc_error"""

    _fields_ = [("code", c_char * 32), ("field", c_char * 96), ("message", c_char * 512)]

    def raised(self) -> PosencError:
        return PosencError(*(text.decode("utf-8") for text in (self.code, self.field, self.message)))


class Shape(ctypes.Structure):
    """posenc_shape"""

    _fields_ = [(name, c_uint64) for name in (
        "axes", "width", "pairs", "heads", "head_dim", "rotated_width", "score_dim", "score_terms", "cells")]


_encoding: Any = c_void_p
_facts: Any = c_void_p
_array: Any = c_void_p
_text: Any = c_void_p  # of the library, which releases it
_count: Any = c_size_t
_error: Any = POINTER(Failure)
# Result type and argument types of each function, in the order of the header.
_functions: dict[str, tuple[Any, list[Any]]] = {
    "posenc_abi_version": (c_uint32, []),
    "posenc_version": (c_char_p, []),
    "posenc_registry": (c_char_p, [_error]),
    "posenc_prepare": (_encoding, [c_char_p, _error]),
    "posenc_release": (None, [_encoding]),
    "posenc_shape_of": (c_int, [_encoding, POINTER(Shape), c_size_t, _error]),
    "posenc_frequencies": (c_int, [_encoding, _array, _count, _error]),
    "posenc_table": (c_int, [_encoding, _array, _count, c_int, _array, _count, _error]),
    "posenc_table_range": (c_int, [_encoding, c_double, c_double, c_size_t, c_int, _array, _count, _error]),
    "posenc_derivative": (c_int, [_encoding, _array, _count, c_size_t, _array, _count, _error]),
    "posenc_cos_sin": (
        c_int, [_encoding, c_double, c_size_t, c_int, c_int, _array, _count, _array, _count, _error]),
    "posenc_kernel_profile": (c_int, [_encoding, _array, _count, _array, _count, _error]),
    "posenc_decay_bound": (c_int, [_encoding, _array, _count, _array, _count, _error]),
    "posenc_gram": (c_int, [_encoding, _array, _count, _array, _count, _error]),
    "posenc_rotate": (c_int, [_encoding, _array, _count, c_int, c_int, _array, _count, _array, _count, _error]),
    "posenc_attention_bias": (c_int, [_encoding, c_size_t, c_size_t, c_size_t, _array, _count, _error]),
    "posenc_relative_map": (c_int, [_encoding, c_size_t, c_size_t, _array, _count, _error]),
    "posenc_attention_scores": (
        c_int, [_encoding, _array, _count, _array, _count, _array, _count, _array, _count, c_size_t, _array, _count, _error]),
    "posenc_facts_of": (_facts, [_encoding, _error]),
    "posenc_facts_release": (None, [_facts]),
    "posenc_facts_count": (c_size_t, [_facts]),
    "posenc_fact_name": (c_char_p, [_facts, c_size_t]),
    "posenc_fact_doc": (c_char_p, [_facts, c_size_t]),
    "posenc_fact_values": (POINTER(c_double), [_facts, c_size_t, POINTER(c_size_t), POINTER(c_size_t)]),
    "posenc_identify": (_text, [_array, _count, _count, c_int, c_char_p, _error]),
    "posenc_identify_text": (_text, [c_char_p, c_char_p, _error]),
    "posenc_multimodal_ids": (_text, [c_char_p, _error]),
    "posenc_text_release": (None, [_text]),
}


def _loaded() -> ctypes.CDLL:
    # POSENC_LIBRARY selects another build
    path = os.environ.get("POSENC_LIBRARY") or str(Path(__file__).with_name("libposenc.so"))
    library = ctypes.CDLL(path)
    library.posenc_abi_version.restype = c_uint32
    found = library.posenc_abi_version()
    if found != ABI_VERSION:
        raise ImportError(f"{path} has version {found} of the C interface, and this package reads {ABI_VERSION}")
    for name, (gives, takes) in _functions.items():
        function = getattr(library, name)
        function.restype, function.argtypes = gives, takes
    return library


library = _loaded()


def called(name: str, *arguments: Any) -> Any:
    """Calls a function that can fail and returns its result; raises its error."""
    failure = Failure()
    given = getattr(library, name)(*arguments, byref(failure))
    if not given:
        raise failure.raised()
    return given
