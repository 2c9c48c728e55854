"""Every number of the conformance vectors again, from the formulas of tests/golden/make with 70 digits. Prints what differs, as JSON.

    python3 vectors_by_mpmath.py <folder of the package>
"""
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "golden" / "make"))
sys.path.insert(0, sys.argv[1])
import posenc_vectors  # noqa: E402
from absolute import geometric  # noqa: E402
from exact import double, number  # noqa: E402
from mpmath import cos, fabs, log, mpf, nint, sin, sqrt, workprec  # noqa: E402
from rotary import by_parts, mscale, yarn_code  # noqa: E402


def parameters(case):
    """rope_parameters of the layers that the case is of, and the config they stand in."""
    config = case["config"].get("text_config", case["config"])
    given = config["rope_parameters"]
    return config, given.get(case.get("layerType"), given)


def exact(case):
    """Frequencies and amplitude."""
    config, p = parameters(case)
    kind, base, d = p["rope_type"], p["rope_theta"], case["rotaryDim"]
    plain = geometric(base, d // 2, mpf(d) / 2)
    if kind == "linear":
        return [f / number(p["factor"]) for f in plain], 1
    if kind == "dynamic":
        s, ratio = number(p["factor"]), mpf(case["contextLength"]) / config["max_position_embeddings"]
        return geometric(number(base) * (s * ratio - (s - 1)) ** (mpf(d) / (d - 2)), d // 2, mpf(d) / 2), 1
    if kind == "llama3":
        length = p["original_max_position_embeddings"]
        return by_parts(plain, number(p["factor"]), length, number(p["low_freq_factor"]), number(p["high_freq_factor"])), 1
    if kind == "yarn":
        s = number(p["factor"])
        both = mscale(s, number(p["mscale"])) / mscale(s, number(p["mscale_all_dim"])) if "mscale_all_dim" in p else mscale(s)
        return yarn_code(plain, d, base, p)[3], both
    if kind == "longrope":
        length = config["original_max_position_embeddings"]
        factors = p["long_factor" if case["contextLength"] > length else "short_factor"]
        s = mpf(config["max_position_embeddings"]) / length
        return [f / number(x) for f, x in zip(plain, factors)], sqrt(1 + log(s) / log(mpf(length)))
    if kind == "proportional":
        head = case["headDim"]
        turning = int(p["partial_rotary_factor"] * head // 2)
        return [f if i < turning else mpf(0) for i, f in enumerate(geometric(base, head // 2, mpf(head) / 2))], 1
    assert kind == "default", kind
    return plain, 1


def nearest(x, dtype):
    """One rounding, halves to even; steps do not become finer below the smallest normal number."""
    bits, least = {"f32": (24, -126), "f16": (11, -14), "bf16": (8, -126)}[dtype]
    if x != 0 and fabs(x) < mpf(2) ** least:
        step = mpf(2) ** (least - bits + 1)
        return float(nint(x / step) * step)
    with workprec(bits):
        return float(+x)


wrong = []
checked = 0
for case in posenc_vectors.cases:
    frequencies, amplitude = exact(case)
    amplitude = double(amplitude)
    if [double(f) for f in frequencies] != case["frequencies"]:
        wrong.append(f"{case['name']}: frequencies")
    if amplitude != case["amplitude"]:
        wrong.append(f"{case['name']}: amplitude {amplitude}, not {case['amplitude']}")
    for name, wave in (("cos", cos), ("sin", sin)):
        values = [amplitude * wave(p * f) for p in case["positions"] for f in frequencies]
        for dtype in ("f32", "f16", "bf16"):
            got = posenc_vectors.numbers(case, name, dtype)
            assert len(got) == len(values), case["name"]
            checked += len(got)
            wrong += [f"{case['name']}: {name} {dtype} [{i}] {a}" for i, (a, x) in enumerate(zip(got, values)) if a != nearest(x, dtype)]
        for i, (a, x) in enumerate(zip(posenc_vectors.numbers(case, name, "f64"), values)):
            checked += 1
            if not fabs(a - x) <= mpf(2) ** -52 * fabs(x):
                wrong.append(f"{case['name']}: {name} f64 [{i}] {a}")
print(json.dumps({"cases": len(posenc_vectors.cases), "numbers": checked, "wrong": wrong[:20]}))
