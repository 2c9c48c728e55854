"""The package for Python beside NumPy and PyTorch, in one run: what a table, a rotation and a bias take, as ratios.

    PYTHONPATH=python POSENC_LIBRARY=build/native/libposenc.so /usr/bin/python3 tests/bench/python.py [rounds]

The others compute as peers/with_numpy.py and peers/with_torch.py do, one thread each, in float32; ours is exact. In each round all
take their turn, the order turned by one, and the median of a contender's times is compared: a loaded machine slows all of them.
"""

import statistics
import sys
import time
import types
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "peers"))

# their programs begin to answer the benchmark when they are imported; here only their functions are wanted
sys.modules["serve"] = types.SimpleNamespace(serve=lambda *_: None)

import numpy as np  # noqa: E402
import posenc  # noqa: E402
import with_numpy  # noqa: E402

try:
    import with_torch
except ModuleNotFoundError:
    with_torch = None

LLAMA31 = {"encoding": "rope", "dim": 128, "base": 500000,
           "scaling": {"type": "llama3", "factor": 8, "lowFreqFactor": 1, "highFreqFactor": 4, "originalContext": 8192}}
WORKLOADS = [
    {"id": "W1b table", "task": "table", "rows": 4096, "dim": 512, "spec": {"encoding": "sinusoidal", "dim": 512}},
    {"id": "W1a table", "task": "table", "rows": 65536, "dim": 1024, "spec": {"encoding": "sinusoidal", "dim": 1024}},
    {"id": "W2 table", "task": "table", "rows": 131072, "dim": 128, "spec": LLAMA31},
    {"id": "W2 apply", "task": "rotate", "heads": 32, "rows": 4096, "dim": 128, "spec": LLAMA31},
    {"id": "W6 ALiBi", "task": "bias", "heads": 8, "rows": 4096, "spec": {"encoding": "alibi", "heads": 8}},
]  # fmt: skip


def ours(workload):
    encoding, rows = posenc.Encoding(workload["spec"]), workload["rows"]
    if workload["task"] == "table":
        return lambda: encoding.table(range(rows))
    if workload["task"] == "bias":
        return lambda: encoding.attention_bias(rows)
    heads, dim = workload["heads"], workload["dim"]
    x = (np.arange(heads * rows * dim) % 7 - 3).astype(np.float32).reshape(heads * rows, dim)
    positions = np.tile(np.arange(rows, dtype=np.float64), heads)
    return lambda: encoding.rotate(x, positions)


def seconds(run):
    begin = time.perf_counter()
    run()
    return time.perf_counter() - begin


def main(rounds):
    others = {"numpy": with_numpy, **({"torch": with_torch} if with_torch else {})}
    print(f"{'':12}{'posenc, ms':>12}" + "".join(f"{name + ' / posenc':>18}" for name in others))
    for workload in WORKLOADS:
        runs = {"posenc": ours(workload), **{name: module.prepare(workload, None) for name, module in others.items()}}
        times = {name: [] for name in runs}
        names = list(runs)
        for run in runs.values():
            run()
        for i in range(rounds):
            for name in names[i % len(names) :] + names[: i % len(names)]:
                times[name].append(seconds(runs[name]))
        own, *rest = (statistics.median(values) for values in times.values())
        print(f"{workload['id']:12}{own * 1000:12.2f}" + "".join(f"{other / own:18.2f}" for other in rest))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
