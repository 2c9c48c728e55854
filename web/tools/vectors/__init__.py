"""Expected values of rotary embedding implementations, and checks against them, for pytest or no runner: a check asserts.

    @pytest.mark.parametrize("case", posenc_vectors.cases, ids=lambda case: case["name"])
    def test_frequencies(case):
        posenc_vectors.check_frequencies(case, yours(case["config"]))
"""
import base64
import json
import struct
from pathlib import Path

# See README.md for the fields.
cases = json.loads((Path(__file__).parent / "vectors.json").read_text())["cases"]

_UNIT = {"f64": 2.0**-52, "f32": 2.0**-23, "f16": 2.0**-10, "bf16": 2.0**-7}
_FORMAT = {"f64": "d", "f32": "f", "f16": "e", "bf16": "H"}


def numbers(case, name, dtype):
    """Decodes `cos` or `sin` of a case: a flat list of floats, r/2 per position, row by row."""
    data = base64.b64decode(case[name][dtype])
    code = _FORMAT[dtype]
    values = struct.unpack(f"<{len(data) // struct.calcsize(code)}{code}", data)
    return [struct.unpack("<f", struct.pack("<I", x << 16))[0] for x in values] if dtype == "bf16" else list(values)


def check_frequencies(case, given, relative=1e-6):
    """Checks inv_freq in rad per position: a list, an array or a tensor."""
    _compare(f"{case['name']}: frequency of pair", given, case["frequencies"], lambda want: relative * abs(want), str)


def check_cos_sin(case, cos, sin, dtype="f32", layout="half", within=None, up_to=float("inf")):
    """Checks cos and sin at the positions of the case, with the attention factor, row by row. `layout`: half (r/2 values
    per row), doubled (r values, pair i at i and i + r/2) or repeated (r values, pair i at 2i and 2i + 1). `within` is the
    largest difference allowed, by default one step of `dtype` at 1. Positions beyond `up_to` are not checked."""
    pairs = len(case["frequencies"])
    columns = list(range(pairs)) if layout == "half" else [c // 2 if layout == "repeated" else c % pairs for c in range(2 * pairs)]
    allowed = (_UNIT[dtype] if within is None else within) * max(1, case["amplitude"])
    positions = [p for p in case["positions"] if p <= up_to]
    for name, given in (("cos", cos), ("sin", sin)):
        exact = numbers(case, name, dtype)
        want = [exact[r * pairs + c] for r in range(len(positions)) for c in columns]
        where = lambda i: f"{name} at position {positions[i // len(columns)]}, column {i % len(columns)}"
        _compare(case["name"], given, want, lambda _: allowed, where)


def _flat(given):
    given = given.tolist() if hasattr(given, "tolist") else list(given)
    return [x for row in given for x in _flat(row)] if given and isinstance(given[0], (list, tuple)) else given


def _compare(what, given, want, allowed, where):
    got = _flat(given)
    assert len(got) >= len(want), f"{what}: {len(want)} numbers expected, {len(got)} given"
    wrong = [i for i, x in enumerate(want) if not abs(got[i] - x) <= allowed(x)]
    lines = "; ".join(f"{where(i)}: {got[i]}, exact {want[i]}" for i in wrong[:3])
    assert not wrong, f"{what}: {len(wrong)} of {len(want)} differ. {lines}"
