"""The kernel workloads in the calls that numpy and PyTorch share; inputs as in kernel_data.mjs."""
import math

import numpy as np


def noise(i):
    h = np.asarray(i).astype(np.uint32)
    h = (h ^ (h >> np.uint32(16))) * np.uint32(0x85EBCA6B)
    h = (h ^ (h >> np.uint32(13))) * np.uint32(0xC2B2AE35)
    return (h ^ (h >> np.uint32(16))) / 2.0**32 - 0.5


def table(workload):
    i, dim = np.arange(workload["rows"]), workload["dim"]
    positions = (noise(i) + 0.5) * 65536 if workload["positions"] == "scattered" else i
    angles = positions[:, None] * 10000.0 ** (-np.arange(0, dim, 2) / dim)
    return np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(len(i), dim)


def matrix(workload):
    i = np.arange(workload["rows"])
    if "spec" in workload:
        dim = workload["spec"]["dim"]
        profile = np.cos(i[:, None] * 10000.0 ** (-np.arange(0, dim, 2) / dim)).sum(1)
        return profile[abs(i[:, None] - i[None, :])]
    n = len(i)
    return noise(np.minimum(i[:, None], i) * n + np.maximum(i[:, None], i)) + np.sqrt(n) * np.eye(n)


def ntk(xp, x, workload):
    dim, w2, b2 = workload["dim"], workload["weightStd"] ** 2, workload["biasStd"] ** 2
    q = w2 * (x * x).sum(1) / dim + b2
    k = w2 / dim * (x @ x.T) + b2
    theta = k
    for _ in range(workload["depth"]):
        norm = xp.sqrt(q[:, None] * q[None, :])
        cosine = xp.clip(k / norm, -1, 1)
        turn = math.pi - xp.arccos(cosine)
        k = w2 / (2 * math.pi) * norm * (xp.sqrt(1 - cosine * cosine) + turn * cosine) + b2
        theta = k + w2 / (2 * math.pi) * theta * turn
        q = w2 * q / 2 + b2
    return theta


def prepare(workload, xp, array):
    """array(x) gives a float64 array as xp's array of the wanted type."""
    if workload["task"] == "gram":
        t = array(table(workload))
        return lambda: t @ t.T
    if workload["task"] == "eigen":
        m = array(matrix(workload))
        return lambda: xp.flip(xp.linalg.eigh(m)[0], (0,))
    x = array(noise(np.arange(workload["rows"] * workload["dim"])).reshape(workload["rows"], -1))
    return lambda: ntk(xp, x, workload)


TASKS = ("gram", "eigen", "ntk")
