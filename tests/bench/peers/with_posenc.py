"""posenc's own package for Python, over the C interface."""
import numpy as np
import posenc

from serve import serve


def prepare(workload, what):
    encoding, rows, task = posenc.Encoding(workload["spec"]), workload["rows"], workload["task"]
    if task == "table":
        return lambda: encoding.table(range(rows))
    if task == "bias":
        return lambda: encoding.attention_bias(rows)
    heads, dim = workload["heads"], workload["dim"]
    x = (np.arange(heads * rows * dim) % 7 - 3).astype(np.float32).reshape(heads * rows, dim)
    positions = np.tile(np.arange(rows, dtype=np.float64), heads)
    return lambda: encoding.rotate(x, positions)


serve("posenc for Python", prepare)
